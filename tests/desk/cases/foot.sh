#!/bin/bash
# foot 1.21, which would die of being asked what it takes, with all that runs in it.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

press_and_type foot
close_and_wait
close_terminal
