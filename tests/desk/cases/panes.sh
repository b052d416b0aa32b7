#!/bin/bash
# tmux and GNU screen in kitty.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

passthrough() { # VALUE NAME: then ask
  in_terminal "tmux set -g allow-passthrough $1"
  before=$(notified)
  asked=$2
}

rings() { # the notification is for a terminal that shows none: nothing comes
  ask_there --timeout 3s "Deploy?"
  there "$asked"
  echo "shown: $(($(notified) - before))"
}

shows() {
  ask_there "Deploy?"
  desk-shown >/dev/null
  offered
  shot "$asked, shown"
  tmux select-window -t :0
  desk-type 'later\n'
  there "$asked"
  echo "shown: $(($(notified) - before))"
}

open_terminal kitty-tmux
passthrough off "in tmux, off"
rings
passthrough on "in tmux, on"
shows
in_terminal "tmux new-window 'exec sleep 1000'"
passthrough on "in tmux, on, behind another window"
rings
passthrough all "in tmux, all, behind another window"
shows
tmux kill-window -t :1
close_terminal

open_terminal kitty-screen
before=$(notified)
asked="in screen"
rings
close_terminal
