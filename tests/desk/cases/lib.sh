# What the cases share; sourced by them, in a session of desk. Each case prints
# one line a result on stdout, which tests/e2e compares; the rest is on stderr.
# usage of a case: NAME SERVER, with the program under test in $PLYN
# shellcheck shell=bash

set -u
: "${PLYN:?}" "${DESK_SHOTS:?}" "${1:?}"
SERVER=$1
WORK=$(mktemp -d)
cd "$WORK" || exit 1

# The first notification costs a desktop seconds: it loads what draws it.
first=$(notify-send -p "First") && desk-shown >/dev/null
gdbus call --session --dest org.freedesktop.Notifications --object-path /org/freedesktop/Notifications \
  --method org.freedesktop.Notifications.CloseNotification "$first" >/dev/null
desk-gone

# Ask with no terminal at all, in the background: nobody to answer but the desktop.
ask() { # WAIT-ARGUMENTS...
  env --default-signal setsid "$PLYN" wait "$@" >out 2>err </dev/null & # bash has SIGINT ignored in the background
  ASKED=$!
}

# The answer, in one line: stdout, exit status, what stderr said, is the screen clear?
answer() { # NAME
  local status=0
  timeout 20 tail --pid="$ASKED" -f /dev/null || { echo "$1: no answer in 20 s" >&2 && kill "$ASKED"; }
  wait "$ASKED" || status=$?
  result "$1" "$status"
}

# Press the button with this label. Plasma shows assistive technology what it was
# sent, which is not what it draws.
click() { # LABEL
  local label=$1
  [ "$SERVER" != plasma ] ||
    label=$(sed '/</{s/&/\&amp;/g;s/</\&lt;/g;s/>/\&gt;/g}; s/&\([^& ]\)/\&\&\1/g' <<<"$label")
  desk-click "$label"
}

# Close the popup by hand: xfce has no X, a click on the body does it there.
dismiss() {
  if [ "$SERVER" = xfce ]; then desk-click --body; else desk-close; fi
}

result() { # NAME STATUS
  local screen=gone
  desk-gone 2>gone.err || { screen="still on the screen" && cat gone.err >&2; }
  shot "$1"
  echo "$1: [$(tr '\n' ' ' <out | sed 's/ $//')] $2, $screen$(sed 's/^/; /' err)"
}

shot() { # NAME
  desk-shot "$DESK_SHOTS/after-$(tr -cs 'A-Za-z0-9\n' - <<<"$1").png"
}

field() { # KEY...: those fields of the JSON object on stdout, as JSON
  python3 -c 'import json, sys
object = json.load(open("out"))
print(*(json.dumps(object[key]) for key in sys.argv[1:]))' "$@"
}

# Ask at a terminal of its own, in the background. Keys come from `type_keys`; what
# is drawn goes to `drawn`. COMMAND is run by sh, in the folder of out and err.
at_terminal() { # COMMAND
  rm -f keys drawn && mkfifo keys
  SHELL=/bin/sh env --default-signal script --quiet --flush --return --command \
    "stty rows 24 cols 80; stty -g >before; $1" /dev/null <keys >drawn 2>&1 &
  ASKED=$!
  exec 3>keys
}

type_keys() { # TEXT, with printf's escapes
  # shellcheck disable=SC2059
  printf "$1" >&3
}

until_drawn() { # TEXT: wait until it was drawn, 15 s at most
  local end=$((SECONDS + 15))
  until grep -aqF -e "$1" drawn; do
    [ "$SECONDS" -lt "$end" ] || { echo "not drawn: $1; drawn: $(cat -v drawn)" && return 1; }
    sleep 0.05
  done
  sleep 0.3 # no human is faster, and what is typed too early is dropped
}

# The answer given at a terminal, or in spite of it.
terminal_answer() { # NAME
  local status=0
  timeout 20 tail --pid="$ASKED" -f /dev/null || { echo "$1: no answer in 20 s" >&2 && kill "$ASKED"; }
  wait "$ASKED" || status=$?
  exec 3>&-
  result "$1" "$status"
}

# --- a real terminal, with a shell that reads commands from here -----------------

# Open it; what is typed reaches it as long as it has the focus.
open_terminal() { # TERMINAL of desk-terminal
  rm -f there && mkfifo there
  desk-type "" # GNOME has a keyboard from then on
  # shellcheck disable=SC2016 # for the shell in the terminal
  desk-terminal "$1" bash -c 'while IFS= read -rd "" command <&3; do eval "$command"; done 3<there' 2>terminal.err &
  TERMINAL=$!
  exec 4>there
  # It has better things to do than to answer while it starts.
  # shellcheck disable=SC2016
  in_terminal 'settle() {
    local quick=0 reply
    stty -icanon -echo
    while [ $quick -lt 3 ]; do
      printf "\e[c"
      if read -rsd c -t 0.05 reply; then quick=$((quick + 1)); else quick=0 && read -rsd c -t 2 reply; fi
    done
    stty sane
  }'
}

in_terminal() { # COMMAND of bash
  printf '%s\0' "$1" >&4
}

close_terminal() {
  exec 4>&-
  wait "$TERMINAL" || { echo "the terminal: $?" && cat terminal.err; }
}

# Ask in that terminal, and look at what the next reader gets of its input in the half second after that.
ask_there() { # WAIT-ARGUMENTS...
  rm -f status rest
  # shellcheck disable=SC2016
  ASKED=$(printf '%q ' "$PLYN" wait --choices allow,deny,later --channels terminal --grace 0 --min-interval 0 "$@")
  in_terminal "settle; $ASKED >out 2>err"'; echo $? >status
    stty -icanon -echo min 0 time 5; dd bs=99 count=1 2>/dev/null | cat -v >rest.new; stty sane; mv rest.new rest'
}

# How many notifications have come to the server so far.
notified() {
  grep -c "member=Notify$" /run/desk/log/monitor.log
}

# The labels of the last one, as they came to the server.
offered() {
  awk '/member=Notify$/ { arrays = 0; labels = "" }
    /^   array \[/ { arrays++ }
    arrays == 1 && /^      string/ {
      gsub(/^ *string "|"$/, "")
      if (odd = !odd) key = $0; else if (key != "default") labels = labels " [" $0 "]"
    }
    END { print "offered:" labels }' /run/desk/log/monitor.log
}

# Wait for a file of the terminal's.
await() { # FILE [NAME]
  local end=$((SECONDS + 25))
  until [ -e "$1" ]; do
    [ "$SECONDS" -lt "$end" ] || { echo "${2-}: no $1 in 25 s; on the screen: $(desk-list)" && shot "no $1" && exit 1; }
    sleep 0.1
  done
}

# The answer of that, in one line: stdout, exit status, stderr, the screen, and what would be typed into a shell.
there() { # NAME
  await rest "$1"
  result "$1" "$(cat status)"
  [ ! -s rest ] || echo "typed into the shell: $(cat rest)"
}

# What a terminal's own notification of a prompt is for: pressed, typed at, clicked on.
press_and_type() { # TERMINAL of desk-terminal
  open_terminal "$1"
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
}

# What it does not bring back: closed by its human, and past its deadline.
close_and_wait() {
  ask_there "Deploy?"
  dismiss
  desk-gone
  desk-type 'later\n'
  there "closed, then typed"

  ask_there --timeout 4s "Deploy?"
  desk-shown >/dev/null
  there "deadline"
}
