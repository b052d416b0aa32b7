#!/bin/bash
# foot 1.21, which would die of being asked what it takes, with all that runs in it.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

open_terminal foot
ask_there "Deploy?"
desk-shown >/dev/null
offered
shot "shown"
desk-click "later"
there "pressed"

ask_there "Deploy?"
desk-click "deny"
there "refused"

ask_there "Deploy?"
desk-shown >/dev/null
desk-type 'allow\n'
there "typed"

ask_there "Deploy?"
desk-click --body
desk-gone
desk-type 'allow\n'
there "body, then typed"

ask_there "Deploy?"
dismiss
desk-gone
desk-type 'later\n'
there "closed, then typed"

ask_there --timeout 4s "Deploy?"
there "deadline"
close_terminal
