#!/bin/bash
# In a session of a desktop: a real coding agent in tmux, a scripted model on loopback, and a popup that is pressed with the
# pointer. One line a case. Called by ./run with the folder of the agents' programs and an agent's name.
set -u
here=$(dirname "$(readlink -f "$0")")
programs=$1 agent=$2
plyn=${PLYN:?}
work=$(mktemp -d)
export HOME=$work/home
mkdir -p "$HOME" "$work/project" "$work/state"
cd "$work/project" || exit 1
export XDG_CONFIG_HOME=$HOME/.config DISABLE_TELEMETRY=1 DISABLE_AUTOUPDATER=1 OPENCODE_DISABLE_AUTOUPDATE=1 OPENCODE_DISABLE_MODELS_FETCH=1 OPENCODE_DISABLE_DEFAULT_PLUGINS=1 OPENCODE_DISABLE_LSP_DOWNLOAD=1 \
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 PLYN_NOTIFY_GRACE_SECONDS=1 PLYN_NOTIFY_MIN_INTERVAL_SECONDS=0 \
  LANG=C.UTF-8 TERM=xterm-256color
unset TMUX
port=$((20000 + RANDOM % 20000))

say() { printf '%s %s\n' "$agent" "$*"; }

await() { # SECONDS COMMAND...: until it succeeds
  local left=$(($1 * 10))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $((left -= 1)) -gt 0 ] || return 1
    sleep 0.1
  done
}

screen() { tmux -L agent capture-pane -p -t agent 2>/dev/null; }
shows() { screen | grep -qF -- "$1"; }
asked() { desk-list | grep -q "allow "; }
asks() { shows "Do you want to proceed" || shows "Would you like to run" || shows "Permission required" || shows "Allow once" || shows "Allow execution"; }
closed() { ! asks; }
keys() { tmux -L agent send-keys -t agent "$@"; }

# What the model says: runs a command that makes a file, so often, then ends.
model() { # NAME [TIMES]
  # Not what Claude Code would rather take for an edit, for which it suggests no rule.
  local command="truncate -s 0 $1.txt" call end calls=
  case $agent in
  claude-code)
    call=$(printf '[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"%s","description":"Make a file"}}]' "$command")
    end='[{"type":"text","text":"The end."}]'
    ;;
  codex)
    call=$(printf '[{"type":"function_call","name":"exec_command","arguments":"{\\"cmd\\":\\"%s\\",\\"sandbox_permissions\\":\\"require_escalated\\",\\"justification\\":\\"Need to make a file\\"}"}]' "$command")
    end='[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"The end."}]}]'
    ;;
  opencode)
    call=$(printf '{"tool":"bash","args":{"command":"%s","description":"Make a file"}}' "$command")
    end='{"text":"The end."}'
    ;;
  qwen)
    call=$(printf '{"tool":"run_shell_command","args":{"command":"%s","description":"Make a file","is_background":false}}' "$command")
    end='{"text":"The end."}'
    ;;
  esac
  for _ in $(seq "${2:-1}"); do calls+="$call,"; done
  printf '%s' "[$calls$end]" >"../state/$1.json"
  case $agent in
  claude-code) stub=mock_anthropic.py ;;
  codex) stub=mock_responses.py ;;
  *) stub=mock_chat.py ;;
  esac
  port=$((port + 1))
  python3 "$here/$stub" "$port" "../state/$1.json" "../state/$1.log" 2>/dev/null &
  MODEL=$!
  await 10 bash -c "exec 3<>/dev/tcp/127.0.0.1/$port"
}

settings() {
  case $agent in
  claude-code)
    mkdir -p "$HOME/.claude"
    printf '{"hasCompletedOnboarding":true,"theme":"dark","customApiKeyResponses":{"approved":["%s"],"rejected":[]},"projects":{"%s":{"hasTrustDialogAccepted":true,"hasCompletedProjectOnboarding":true}}}' \
      "0123456789abcdefghij" "$PWD" >"$HOME/.claude.json"
    ;;
  codex)
    mkdir -p "$HOME/.codex"
    printf 'model = "gpt-5.1-codex"\nmodel_provider = "stub"\napproval_policy = "on-request"\nsandbox_mode = "read-only"\ncheck_for_update_on_startup = false\n[model_providers.stub]\nname = "stub"\nbase_url = "http://127.0.0.1:%s/v1"\nwire_api = "responses"\nenv_key = "STUB_KEY"\n[projects."%s"]\ntrust_level = "trusted"\n' "$port" "$PWD" >"$HOME/.codex/config.toml"
    ;;
  opencode)
    mkdir -p "$HOME/.config/opencode"
    printf '{"model":"stub/m","small_model":"stub/m","share":"disabled","autoupdate":false,"permission":{"bash":"ask"},"provider":{"stub":{"npm":"@ai-sdk/openai-compatible","name":"stub","options":{"baseURL":"http://127.0.0.1:%s/v1","apiKey":"x"},"models":{"m":{"name":"m"}}}}}' "$port" >"$HOME/.config/opencode/opencode.json"
    ;;
  qwen)
    mkdir -p "$HOME/.qwen"
    ;;
  esac
}

start() { # an agent with its question
  local command
  case $agent in
  claude-code) command="ANTHROPIC_BASE_URL=http://127.0.0.1:$port ANTHROPIC_API_KEY=sk-ant-0123456789abcdefghij '$programs/claude' --permission-mode default 'please make the file'" ;;
  codex) command="STUB_KEY=x '$programs/codex' --dangerously-bypass-hook-trust 'please make the file'" ;;
  opencode) command="'$programs/opencode' --prompt 'please make the file'" ;;
  qwen) command="OPENAI_API_KEY=x OPENAI_BASE_URL=http://127.0.0.1:$port/v1 OPENAI_MODEL=m '$programs/qwen' --auth-type openai -i 'please make the file'" ;;
  esac
  tmux -L agent -f /dev/null new-session -d -s agent -x 120 -y 40 "$command; sleep 600"
}

stop() {
  tmux -L agent kill-server 2>/dev/null
  kill "$MODEL" 2>/dev/null
  wait "$MODEL" 2>/dev/null
}

begin() { # NAME [TIMES]
  rm -f "$1.txt"
  model "$@"
  settings
  "$plyn" integrate -q "$agent" || say "integrate failed"
  start
  if ! await 90 asked; then
    say "$1: no popup"
    screen | grep -v '^ *$' | tail -30 >&2
    cat "$HOME/.local/state/plyn-notify/hook.log" "../state/$1.log" >&2
    stop
    return 1
  fi
}

gone() { # how soon after $1, in tenths of a second
  local start=$1 now
  while asked; do
    now=$(date +%s%N)
    [ $(((now - start) / 100000000)) -lt 60 ] || return 1
    sleep 0.05
  done
  now=$(date +%s%N)
  echo "$(((now - start) / 100000000 + 1))"
}

ran() { # NAME SINCE: when the file was made
  say "$1: $((($(date -d "$(stat -c %y "$1.txt")" +%s%N) - $2) / 1000000)) ms after the click began"
}

within() { # LIMIT in tenths
  local took
  took=$(gone "$2") || { echo "still there"; return; }
  [ "$took" -le "$1" ] && echo "gone" || echo "gone after ${took}00 ms"
}

"$programs/$(case $agent in claude-code) echo claude ;; *) echo "$agent" ;; esac)" --version 2>/dev/null | head -1 | sed "s/^/$agent version: /"

if begin allow; then
  start=$(date +%s%N)
  desk-click "Allow once"
  await 30 test -e allow.txt && say "allow: ran" || say "allow: did not run"
  ran allow "$start"
  stop
fi
if begin deny; then
  desk-click "Deny"
  await 30 shows "The end." || true
  [ -e deny.txt ] && say "deny: ran" || say "deny: did not run"
  grep -qs "Denied by the user from a notification" ../state/deny.log && say "deny: the model was told" || say "deny: the model was not told"
  stop
fi
case $agent in claude-code | opencode)
  if begin terminal; then
    # It does not take keys that come right behind its question.
    for _ in 1 2 3 4 5; do
      sleep 1
      start=$(date +%s%N)
      keys Enter
      await 2 closed && break
    done
    say "answered at the terminal: $(within 50 "$start")"
    await 30 test -e terminal.txt && say "answered at the terminal: ran" || say "answered at the terminal: did not run"
    stop
  fi
  ;;
*)
  if begin terminal; then
    desk-click "Go to terminal"
    await 15 asks
    for _ in 1 2 3 4 5; do
      sleep 1
      keys Enter
      await 2 closed && break
    done
    await 30 test -e terminal.txt && say "sent to the terminal: ran" || { say "sent to the terminal: did not run"; screen | tail -20 >&2; }
    stop
  fi
  ;;
esac
if begin kill; then
  # The pane's processes, which are the agent's: a hook has a session of its own.
  pane=$(tmux -L agent list-panes -F '#{pane_pid}')
  # shellcheck disable=SC2046 # several numbers
  kill -KILL $(ps -o pid= --sid "$pane" | grep -vw "$pane")
  start=$(date +%s%N)
  # Looking takes a second and more on a busy machine; how soon it really goes is for tests/it/agents/.
  say "killed: $(within 50 "$start")"
  [ -e kill.txt ] && say "killed: ran"
  stop
fi
if begin nobody; then
  start=$(date +%s%N)
  case $agent in
  claude-code | opencode)
    # Its own dialog is there meanwhile, and nothing of ours takes it away.
    asks && say "nobody answers: its own question is there" || say "nobody answers: nothing is there"
    await 10 false || true
    asked && asks && say "nobody answers: both wait" || say "nobody answers: one is gone"
    ;;
  *)
    asks && say "nobody answers: its own question is there" || say "nobody answers: its own question is held back"
    if await 40 asks; then
      say "nobody answers: $((($(date +%s%N) - start) / 1000000)) ms later its own question is there"
      await 3 eval '! asked' && say "nobody answers: ours is gone" || say "nobody answers: ours is still there"
    else
      say "nobody answers: its own question never comes"
    fi
    ;;
  esac
  [ -e nobody.txt ] && say "nobody answers: ran" || say "nobody answers: did not run"
  for _ in 1 2 3 4 5; do
    sleep 1
    keys Enter
    await 2 closed && break
  done
  await 30 test -e nobody.txt && say "nobody answers: ran once its own was" || say "nobody answers: its own did nothing"
  stop
fi
# Last, since it stays granted.
if begin always 2; then
  label=$(desk-list | grep -o '\[Always: [^]]*\]' | head -1 | sed 's/^.//; s/.$//')
  if [ -n "$label" ]; then
    start=$(date +%s%N)
    desk-click "$label"
    await 30 test -e always.txt && say "always: ran" || say "always: did not run"
    ran always "$start"
    # The same again is asked no more.
    await 30 shows "The end." && say "always: asked once" || say "always: asked again"
  else
    say "always: not offered"
    desk-click "Deny"
  fi
  stop
fi
