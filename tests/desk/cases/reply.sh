#!/bin/bash
# A typed answer in the popup's reply field.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

ask --reply "Name?"
desk-reply "Ada & 7 more"
answer "reply"

ask --reply --choices "skip=Skip,deny=Deny" "Name?"
desk-reply "deny"
answer "the text of a key"

ask --reply --choices "skip=Skip,deny=Deny" "Name?"
desk-click "Deny"
answer "a button beside it"

at_terminal "$PLYN wait --reply --grace 0s 'Name?' >out 2>err"
desk-shown >/dev/null
until_drawn "Name?"
type_keys 'Grace\r'
terminal_answer "typed"
