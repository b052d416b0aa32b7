#!/bin/bash
# Do not disturb is respected, and told.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

desk-dnd on
ask --json --timeout 3s "Deploy?"
sleep 2
shot "dnd"
[ "$1" = dunst ] || echo "on the screen: [$(desk-list)]"
wait "$ASKED"
status=$?
echo "on: $(field outcome answer held) $status"

desk-dnd off
ask --json "Deploy?"
desk-click "Deny"
wait "$ASKED"
status=$?
echo "off: $(field outcome answer held) $status"
