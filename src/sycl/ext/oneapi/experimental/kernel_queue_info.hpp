// How many groups run at once, which launches with a barrier of all groups ask for: not here.
#pragma once

#error "kernel_queue_info: groups of a launch do not wait for each other here, so no number of them runs at once"
