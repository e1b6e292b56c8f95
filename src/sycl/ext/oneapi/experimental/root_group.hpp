// A barrier of all groups of a launch, which run one after another on the host: not here.
#pragma once

#error "root_group: groups of a launch do not wait for each other here; end the kernel there and launch a second one"
