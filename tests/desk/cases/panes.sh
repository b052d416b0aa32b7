#!/bin/bash
# tmux and GNU screen in kitty.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

open_terminal kitty-tmux
for passthrough in off on all; do
  in_terminal "tmux set -g allow-passthrough $passthrough"
  before=$(notified)
  ask_there --timeout 6s "Deploy?"
  [ "$passthrough" = off ] || { desk-shown >/dev/null && offered && shot "in tmux, $passthrough"; }
  there "in tmux, $passthrough"
  echo "shown: $(($(notified) - before))"
done
ask_there "Deploy?"
desk-shown >/dev/null
desk-type 'later\n'
there "in tmux, typed"
close_terminal

open_terminal kitty-screen
before=$(notified)
ask_there --timeout 3s "Deploy?"
there "in screen"
echo "shown: $(($(notified) - before))"
close_terminal
