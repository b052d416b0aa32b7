#!/bin/bash
# One choice, more than some servers draw, and two questions that are alike.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

ask --choice ok=OK "Seen?"
desk-click "OK"
answer "one choice"

# With nobody at a terminal all of them have to be there.
ask --choices "a,b,c,d" "Four?"
timeout 2 tail --pid="$ASKED" -f /dev/null || desk-click "c"
answer "of four" >line
sed 's/plyn-notify: nobody can be asked: there is no terminal; desktop: //' line

at_terminal "$PLYN wait --grace 0s --choices a,b,c,deny 'Four?' >out 2>err"
desk-click "deny"
terminal_answer "the refusing one of four"

for n in 1 2; do
  env --default-signal setsid "$PLYN" wait "Same?" >"out$n" 2>"err$n" </dev/null &
  alike[n]=$!
done
desk-click "Deny"
desk-click "Deny"
for n in 1 2; do
  wait "${alike[n]}"
  echo "alike: [$(cat "out$n")] $?$(cat "err$n")"
done
desk-gone && echo "gone"
