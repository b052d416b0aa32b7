#!/bin/bash
# What is told, by notify's own name and by lacode's, and what is chosen on it.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

tell() { # COMMAND...
  env --default-signal "$@" >out 2>err </dev/null &
  ASKED=$!
}

ln -s "$PLYN" oc-notify
permission() {
  tell env LACODE_REQUEST_ID=x ./oc-notify "May I?" "rm todo.md" normal utilities-terminal permission
}
for label in "Allow once" "Always allow" "Deny"; do
  permission
  desk-click "$label"
  answer "$label"
done

permission
dismiss
answer "closed"

permission
desk-shown >/dev/null
kill -INT "$ASKED"
answer "INT"

tell "$PLYN" notify -p -A "a b=<b>Open</b> & more" -A Later "Report" "<b>ready</b> &amp; <i>signed</i>"
click "<b>Open</b> & more"
sed -i '1s/[0-9][0-9]*/ID/' out
answer "an odd name and label"

tell "$PLYN" notify -w "Waiting" "a < b & c"
desk-shown >/dev/null
shot "not markup"
dismiss
answer "waiting"

"$PLYN" notify -t 2000 "Told" >out 2>err
echo "told: [$(cat out)] $?$(cat err)"
desk-shown >/dev/null && echo "and shown"
