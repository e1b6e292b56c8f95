#!/usr/bin/env bash
# list_interface.sh CXX NM LIBRARY INCLUDE_FOLDER LIST [--write]: what programs that were linked with LIBRARY rely on, one
# line each: exported symbols with their versions, the soname, sizes and offsets of every struct of xeforge.h, and the
# values of its constants. Compares this with LIST, or writes LIST anew.
set -euo pipefail
(($# >= 5)) || { echo "got $# arguments; expected CXX NM LIBRARY INCLUDE_FOLDER LIST [--write]" >&2; exit 2; }
cxx=$1 nm=$2 library=$3 headers=$4 list=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
header=$headers/xeforge/xeforge.h

# The structs and constants of the header, read from its text: a new one cannot be forgotten here.
{
  printf '#include <stdio.h>\n#include <xeforge/xeforge.h>\nint main(void) {\n'
  # Comments away, then one line for each declaration.
  sed -E ':a;s:/\*([^*]|\*[^/])*\*/::g;/\/\*/{N;ba}' "$header" | tr '\n' ' ' | sed -E 's/typedef struct/\n&/g; s/\} (xeforge_[a-z_]+);/}\n@\1\n/g; s/enum \{/\nenum {/g; s/\};/}\n/g' |
    awk '
      /^typedef struct xeforge_[a-z_]+ \{/ {
        name = $3; body = $0; sub(/^[^{]*\{/, "", body); sub(/\}.*/, "", body)
        printf "  printf(\"struct %s: %%zu bytes\\n\", sizeof(%s));\n", name, name
        count = split(body, fields, ";")
        for (i = 1; i <= count; ++i) {
          text = fields[i]; gsub(/\[[^]]*\]/, "", text)
          parts = split(text, names, ",")
          for (j = 1; j <= parts; ++j) {
            field = names[j]; sub(/ +$/, "", field); sub(/.*[ *]/, "", field)
            if (field != "")
              printf "  printf(\"  %s.%s: %%zu bytes at %%zu\\n\", sizeof(((%s*)0)->%s), offsetof(%s, %s));\n", name, field, name, field, name, field
          }
        }
      }
      /^enum \{/ {
        body = $0; sub(/^[^{]*\{/, "", body); sub(/\}.*/, "", body)
        count = split(body, values, ",")
        for (i = 1; i <= count; ++i) { split(values[i], words, " "); if (words[1] != "") printf "  printf(\"constant %s: %%d\\n\", (int)%s);\n", words[1], words[1] }
      }'
  printf '  printf("constant XEFORGE_MAX_RANK: %%d\\n", XEFORGE_MAX_RANK);\n  return 0;\n}\n'
} >"$work/layout.c"
"$cxx" -x c -std=c99 -I "$headers" "$work/layout.c" -o "$work/layout"
{
  "$nm" -D --defined-only --with-symbol-versions "$library" | awk '{ print "symbol " $3 " " $2 }' | sort
  echo "soname $(objdump -p "$library" | awk '$1 == "SONAME" { print $2 }')"
  "$work/layout"
} >"$work/now"
if [[ ${6:-} == --write ]]; then
  cp "$work/now" "$list"
elif ! diff -u "$list" "$work/now"; then
  echo "the C interface differs from $list: programs that were linked with it would no longer work, or would read other memory than was meant" >&2
  echo "where something was added and nothing changed, write the list anew: $0 $* --write" >&2
  exit 1
fi
