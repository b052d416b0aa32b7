#!/bin/bash
# Terminals that ring and show nothing.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

for terminal in xterm gnome-terminal; do
  rm -f recorded
  open_terminal "$terminal"
  before=$(notified)
  ask_there --timeout 3s "Deploy?"
  there "$terminal"
  in_terminal "$(printf '%q ' script --quiet --return --log-out bytes --command "$ASKED")"'; touch recorded'
  await recorded
  shot "$terminal"
  echo "shown: $(($(notified) - before)), bells: $(tr -cd '\a' <bytes | wc -c)"
  echo "strings: $(grep -ac $'\e[]P_^X]' bytes), queries: $(grep -acE $'\e\\[>?[0-9]*[cq]' bytes)"
  close_terminal
done
