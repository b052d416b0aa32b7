#!/bin/bash
# What the doctor says of a desktop as it is, quiet, frozen and without its server. With no notification server at all
# there is nothing to freeze.
set -u
: "${PLYN:?}" "${1:?}"
SERVER=$1
WORK=$(mktemp -d)
cd "$WORK" || exit 1

# Without a terminal: nobody to answer but the desktop.
check() { # NAME
  local status=0
  setsid --wait "$PLYN" doctor --check >out 2>err </dev/null || status=$?
  echo "$1: $(cat out) $status$(sed 's/^/; /' err)"
}

# The document parses, and these checks are of these levels.
levels() { # ID...
  setsid --wait "$PLYN" doctor --json </dev/null 2>err | python3 -c '
import json, sys
document = json.load(sys.stdin)
assert document["schema"] == 1 and len(document["capabilities"]) == 10
levels = {check["id"]: check["level"] for check in document["checks"]}
print(*(name + "=" + levels.get(name, "-") for name in sys.argv[1:]))' "$@"
}

wait_owner() { # true or false: somebody has the name
  local owned
  for _ in $(seq 100); do
    owned=$(gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus \
      --method org.freedesktop.DBus.NameHasOwner org.freedesktop.Notifications)
    [ "$owned" != "($1,)" ] || return 0
    sleep 0.1
  done
  echo "the name is never owned: $1" >&2
}

check "as it is"
levels desktop.bus desktop.server desktop.buttons desktop.reply desktop.quiet desktop.stays desktop.back-doors
[ "$SERVER" != none ] || exit 0

best=9999
for _ in $(seq 10); do
  before=$(date +%s%3N)
  setsid --wait "$PLYN" doctor --check >out </dev/null
  took=$(($(date +%s%3N) - before))
  [ "$took" -ge "$best" ] || best=$took
done
echo "best of ten: $best ms" >&2
[ "$best" -lt 300 ] && echo "quick"

if [ "$2" = quiet ]; then
  desk-dnd on
  check "quiet"
  desk-dnd off
fi

owner=$(gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus \
  --method org.freedesktop.DBus.GetConnectionUnixProcessID org.freedesktop.Notifications)
owner=$(tr -dc '0-9 ' <<<"${owner/uint32/}" | tr -d ' ')
kill -STOP "$owner"
check "frozen"
kill -CONT "$owner"

desk-server kill
wait_owner false
check "gone"
