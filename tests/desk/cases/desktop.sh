#!/bin/bash
# Nobody to answer but the desktop: the choices pressed, the popup closed, and
# every other way in which a wait ends.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

for label in "Allow once" "Deny"; do
  ask "Deploy?"
  desk-click "$label"
  answer "$label"
done

ask "Deploy?"
dismiss
answer "closed"

ask --choices "1,2,3" "How many?"
desk-click "2"
answer "of three"

ask --choice "a=R&D, two" --choice "b=<b>B</b> & c" "Which?"
click "<b>B</b> & c"
answer "markup in a label"

ask --kind batch "Deploy?"
desk-click "Review one by one"
answer "batch"

ask --json "Deploy?"
desk-click "Deny"
wait "$ASKED"
status=$?
echo "json: $(field outcome answer label verdict source announced held) $status"

ask --timeout 3s "Deploy?"
desk-shown >/dev/null
answer "deadline"

ask --timeout 3s --default deny "Deploy?"
desk-shown >/dev/null
answer "default"

for signal in TERM INT HUP; do
  ask "Deploy?"
  desk-shown >/dev/null
  kill "-$signal" "$ASKED"
  answer "$signal"
done
