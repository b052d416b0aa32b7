#!/bin/bash
# foot 1.21, which a query for what it takes would kill.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

open_terminal foot
ask_there "Deploy?"
desk-shown
offered
shot "shown"
desk-click "later"
there "pressed"

ask_there "Deploy?"
desk-click "deny"
there "refused"

ask_there --timeout 4s "Deploy?"
desk-shown
there "deadline"
ask_there "Deploy?"
desk-shown
desk-type 'allow\n'
there "typed"
close_terminal
