#!/bin/bash
# kitty's own notification of a prompt in it: pressed, closed, typed at.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
open_terminal kitty

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
desk-type 'deny\n'
there "body, then typed"

[ "$SERVER" = plasma ] || exit 0 # the rest is between kitty and the prompt

ask_there "Deploy?"
dismiss
desk-gone
desk-type 'later\n'
there "closed, then typed"

ask_there "Deploy?"
desk-shown >/dev/null
desk-type 'al'
desk-click "deny"
there "half-typed"

ask_there --timeout 4s "Deploy?"
desk-shown >/dev/null
there "deadline"
