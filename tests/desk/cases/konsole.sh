#!/bin/bash
# Konsole, which shows a notification only while it does not have the focus, and takes none down.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

hover() { # keeps what comes up under it: Konsole sets no time, and the server's own is short
  xdotool mousemove 1052 640
}

focus() {
  xdotool search --class konsole windowactivate --sync
}

open_terminal konsole
before=$(notified)
ask_there --json --timeout 4s "Deploy?"
there "focused" | sed 's/"waited_ms":[0-9]*,//'
echo "shown: $(($(notified) - before))"

desk-unfocus
hover
ask_there "Deploy?"
desk-click "later"
there "pressed"
offered

hover
ask_there "Deploy?"
desk-click "deny"
there "refused"

hover
ask_there "Deploy?"
desk-click --body
desk-gone
focus
desk-type 'allow\n'
there "body, then typed"

desk-unfocus
hover
ask_there "Deploy?"
desk-shown >/dev/null
focus
desk-type 'allow\n'
await rest
shot "typed, and still there"
desk-close
there "typed"
