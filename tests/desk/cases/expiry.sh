#!/bin/bash
# A popup that shall never expire, on a server that lets others expire.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

stays() { # SECONDS: does what is on the screen stay there?
  local end=$((SECONDS + $1))
  while [ "$SECONDS" -lt "$end" ]; do
    [ -n "$(desk-list)" ] || return 1
    sleep 0.1
  done
}

in_gnome() { # JAVASCRIPT, with all notifications, seen or not, as `all`
  gdbus call --session -d org.gnome.Shell -o /org/gnome/Shell -m org.gnome.Shell.Eval \
    "{ const all = Main.messageTray.getSources().flatMap(source => source.notifications); $1 }"
}

case $SERVER in
  gnome | mate | notification-daemon) ;; # theirs is 4, 7 and 5 s
  *) desk-expire 3 ;;
esac

# How long does another one stay?
notify-send "Another"
desk-shown >/dev/null
start=$SECONDS
desk-nudge # nothing expires in GNOME while nobody is there
desk-gone
time=$((SECONDS - start + 2))

ask --min-interval 4s "Deploy?"
desk-shown >/dev/null
shot "up"
desk-nudge
if stays $time; then
  echo "it stays"
  desk-click "Deny"
  answer "pressed"
elif start=$SECONDS && timeout 10 desk-shown >/dev/null 2>&1; then
  [ $((SECONDS - start)) -ge 3 ] && echo "it expires, and comes back after the interval"
  desk-click "Deny"
  answer "pressed"
else
  echo "it leaves the screen, and does not come back"
  case $SERVER in
    swaync) swaync-client --open-panel --skip-wait && desk-click "Deny" ;;
    gnome) in_gnome 'all.flatMap(one => one.actions).find(action => action.label === "Deny").activate()' >/dev/null ;;
  esac
  answer "pressed in the list"
  [ "$SERVER" != gnome ] || echo "still there: $(in_gnome 'all.map(one => one.title).join()')"
fi
