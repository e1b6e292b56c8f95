#!/usr/bin/env bash
# finish_debian_package.sh PACKAGE.deb VERSION MAINTAINER DATE: rewrites a package of CPack's with what Debian's policy asks
# for: copyright and changelog, a trigger in place of scripts that call ldconfig, no empty folders, compression with xz.
set -euo pipefail
package=$1 version=$2 maintainer=$3 date=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
name=$(dpkg-deb --field "$package" Package)
dpkg-deb --raw-extract "$package" "$root"

documents=$root/usr/share/doc/$name
rm -rf "$root/usr/share/doc"
mkdir -p "$documents"
cat >"$documents/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: xeforge
Upstream-Contact: $maintainer

Files: *
Copyright: 2026 The xeforge authors
License: Apache-2.0
 On Debian systems the complete text of the Apache License, Version 2.0, is
 in /usr/share/common-licenses/Apache-2.0.
END
gzip -9n >"$documents/changelog.gz" <<END
xeforge ($version) unstable; urgency=medium

  * Version $version; CHANGELOG.md of the sources says what has changed.

 -- $maintainer  $date
END

rm -f "$root/DEBIAN/postinst" "$root/DEBIAN/postrm"
if compgen -G "$root/usr/lib/*.so.*" >/dev/null; then
  echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers"
fi
if [[ -e $root/usr/lib/pkgconfig ]]; then
  mkdir -p "$root/usr/share/lintian/overrides"
  cat >"$root/usr/share/lintian/overrides/$name" <<END
# The files lie below /usr as \`cmake --install\` puts them below any prefix, and there is one architecture.
$name: pkg-config-unavailable-for-cross-compilation
END
fi
find "$root" -type d -empty -delete
find "$root" -type d -exec chmod 755 {} +
(cd "$root" && find usr -type f -printf '%P\n' | LC_ALL=C sort | sed 's,^,usr/,' | tr '\n' '\0' | xargs -0 md5sum) >"$work/sums"
install -m 644 "$work/sums" "$root/DEBIAN/md5sums"
size=$(du --apparent-size --summarize --block-size=1024 "$root/usr" | cut -f1)
sed -i "s/^Installed-Size: .*/Installed-Size: $size/" "$root/DEBIAN/control"
dpkg-deb --root-owner-group -Zxz --build "$root" "$package" >/dev/null
