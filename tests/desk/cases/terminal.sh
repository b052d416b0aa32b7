#!/bin/bash
# A terminal and the desktop, both open: whichever answers first.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

# Not announced before its grace is over, 5 s; then pressed.
at_terminal "$PLYN wait 'Deploy?' >out 2>err; echo \$? >status; stty -g >after; exit \$(cat status)"
until_drawn "Deploy?"
sleep 3
early=$(desk-list)
desk-click "Deny"
terminal_answer "pressed"
echo "in the grace: [$early]; the terminal: $(cmp before after && echo as before)"
sed 's/\x1b\[[0-9;?]*[A-Za-z]//g' drawn | grep -ao 'Deploy? deny (desktop)' | sort -u
echo "bells: $(tr -cd '\a' <drawn | wc -c)"

# Answered at the terminal: the popup goes.
at_terminal "$PLYN wait --grace 0s 'Deploy?' >out 2>err"
desk-shown >/dev/null
until_drawn "Deploy?"
type_keys 'y\r'
terminal_answer "typed"

# Go to terminal, by its button and by a click on the body: the popup goes, the prompt stays.
for how in "Go to terminal" --body; do
  # On xfce it closes the popup, on LXQt it does nothing.
  [ "$how $SERVER" != "--body lxqt" ] && [ "$how $SERVER" != "--body xfce" ] || continue
  at_terminal "$PLYN wait --grace 0s --min-interval 1s 'Deploy?' >out 2>err"
  desk-click "$how"
  desk-gone
  sleep 2
  again=$(desk-list)
  until_drawn "Deploy?"
  type_keys 'n\r'
  terminal_answer "${how#--}, then typed"
  echo "announced again: [$again]"
done

# Half-typed text dies with an answer from the desktop; what follows an Enter stays.
# shellcheck disable=SC2016 # for the shell in the terminal
leftover='stty -icanon -echo min 0 time 3; rest=$(dd bs=99 count=1 2>/dev/null); echo "rest=[$rest]" >rest'
at_terminal "$PLYN wait --grace 0s 'Deploy?' >out 2>err; $leftover"
until_drawn "Deploy?"
type_keys 'al'
desk-click "Deny"
terminal_answer "half-typed"
cat rest
at_terminal "$PLYN wait --grace 0s 'Deploy?' >out 2>err; $leftover"
until_drawn "Deploy?"
type_keys 'y\rnext'
terminal_answer "typed ahead"
cat rest

# A signal takes both sides down.
at_terminal "echo \$\$ >pid; exec $PLYN wait --grace 0s 'Deploy?' >out 2>err"
desk-shown >/dev/null
kill -TERM "$(cat pid)"
terminal_answer "TERM"

# Two in a row in one session, the first answered on the popup: the second comes without its grace.
at_terminal "$PLYN wait --grace 0s 'Deploy?' >out 2>err; $PLYN wait --grace 1m 'Sure?' >>out 2>>err"
desk-click "Allow once"
until_drawn "Sure?"
desk-click "Deny"
terminal_answer "two in a row"
