#!/bin/bash
# kitty's own notification of a prompt in it: pressed, closed, typed at.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

press_and_type kitty
[ "$SERVER" = plasma ] || exit 0 # the rest is between kitty and the prompt
close_and_wait

ask_there "Deploy?"
desk-shown >/dev/null
desk-type 'al'
desk-click "deny"
there "half-typed"
