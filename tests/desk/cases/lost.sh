#!/bin/bash
# The server dies in mid-wait.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

ask "Deploy?"
desk-shown >/dev/null
desk-server kill
desk-server start
desk-shown >/dev/null
desk-click "Allow once"
answer "back in time"

at_terminal "$PLYN wait --grace 0s 'Deploy?' >out 2>err"
desk-shown >/dev/null
desk-server kill
until_drawn "Deploy?"
type_keys 'n\r'
terminal_answer "at the terminal"

desk-server start
ask "Deploy?"
desk-shown >/dev/null
desk-server kill
SECONDS=0
wait "$ASKED"
status=$?
took=$SECONDS
[ "$took" -ge 4 ] && [ "$took" -le 7 ] && took="after about 5 s"
echo "never back: [$(cat out)] $status $took, $(wc -l <err) line on stderr"
cat err >&2
