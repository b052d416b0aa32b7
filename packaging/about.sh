# Read by the scripts here in the project's folder: what Cargo.toml, the one place for it, says of the program, and the
# time of what is made, which is a function of the sources: that of the last commit, or of the last change.
field() { sed -n "s/^$1 = \[\{0,1\}\"\([^\"]*\)\"\]\{0,1\}\$/\1/p" Cargo.toml | head -n1; }
version=$(field version)
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH
# Whatever the caller has: files are for everybody.
umask 022
