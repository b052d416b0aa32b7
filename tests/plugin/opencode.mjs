// The plugin for opencode with a fake client and a program that plays plyn-notify: node tests/plugin/opencode.mjs
import assert from "node:assert/strict"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const folder = mkdtempSync(join(tmpdir(), "plugin-"))
const program = join(folder, "plyn-notify")
const source = new URL("../../assets/opencode-plugin.js", import.meta.url)
const plugin = join(folder, "plugin.mjs")
const text = readFileSync(source, "utf8").replace('"@PROGRAM@"', JSON.stringify(program))
writeFileSync(plugin, text.replace('"@MODE@"', '["--mode", "alert"]'))
const { PlynNotify } = await import(pathToFileURL(plugin))

process.on("unhandledRejection", (error) => {
  console.error("unhandled", error)
  process.exit(1)
})

/** What plyn-notify does: a shell's script, which has the event on stdin. */
const plays = (script) => {
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
}
const until = async (what, done) => {
  for (let left = 500; !done(); left -= 1) {
    assert(left > 0, `never: ${what}`)
    await new Promise((next) => setTimeout(next, 10))
  }
}
const asked = (id, type = "permission.asked", sessionID = "ses_1") => ({ event: { type, properties: { id, sessionID } } })

/** A client of the first SDK, which only has a way to post anything. */
const first = (answer = async () => ({ data: true })) => {
  const posts = []
  const post = async (request) => {
    posts.push(request)
    return answer(request)
  }
  return { posts, _client: { post } }
}
const start = (client) => PlynNotify({ client, directory: folder })

const cases = {
  "what is pressed is replied": async () => {
    const client = first()
    const seen = join(folder, "seen")
    const words = join(folder, "words")
    plays(`cat > ${seen}; echo "$*" > ${words}; echo '{"reply":"reject","message":"no"}'`)
    await (await start(client)).event(asked("per_1"))
    await until("the reply", () => client.posts.length === 1)
    assert.deepEqual(client.posts[0].path, { requestID: "per_1" })
    assert.equal(client.posts[0].url, "/permission/{requestID}/reply")
    assert.deepEqual(client.posts[0].body, { reply: "reject", message: "no" })
    assert.equal(JSON.parse(readFileSync(seen, "utf8")).directory, folder)
    assert.equal(readFileSync(words, "utf8"), "hook opencode --mode alert\n")
  },
  "a question has a route of its own": async () => {
    const client = first()
    plays(`echo '{"answers":[["Blue"]]}'`)
    await (await start(client)).event(asked("que_1", "question.asked"))
    await until("the reply", () => client.posts.length === 1)
    assert.equal(client.posts[0].url, "/question/{requestID}/reply")
    assert.deepEqual(client.posts[0].body, { answers: [["Blue"]] })
  },
  "nothing printed is nothing replied": async () => {
    for (const nothing of ["true", "echo", "echo '{broken'", "exit 7"]) {
      const client = first()
      const done = join(folder, "done")
      plays(`cat >/dev/null; ${nothing}; : > ${done}`)
      rmSync(done, { force: true })
      await (await start(client)).event(asked("per_1"))
      if (nothing !== "exit 7") await until("its end", () => existsSync(done))
      await new Promise((next) => setTimeout(next, 20))
      assert.deepEqual(client.posts, [], nothing)
    }
  },
  "what is answered at the terminal ends the helper, which replies nothing": async () => {
    const client = first()
    const [up, ended] = [join(folder, "up"), join(folder, "ended")]
    plays(`trap ': > ${ended}; exit 0' TERM; cat >/dev/null; : > ${up}; while :; do sleep 0.05; done`)
    const { event } = await start(client)
    await event(asked("per_1"))
    await event(asked("per_1"))
    await until("the helper", () => existsSync(up))
    await event({ event: { type: "permission.replied", properties: { requestID: "per_1", reply: "once" } } })
    await until("its end", () => existsSync(ended))
    assert.deepEqual(client.posts, [])
  },
  "the end of a session's turn ends its helpers, a subagent's too": async () => {
    for (const type of ["session.idle", "session.error"]) {
      const client = { ...first(), session: { get: async () => ({ data: { parentID: "ses_0" } }) } }
      const [up, ended] = [join(folder, `up-${type}`), join(folder, `ended-${type}`)]
      plays(`trap ': > ${ended}; exit 0' TERM; cat >/dev/null; : > ${up}; while :; do sleep 0.05; done`)
      const { event, dispose } = await start(client)
      await event(asked("per_1", "permission.asked", "child"))
      await until("the helper", () => existsSync(up))
      await event({ event: { type, properties: { sessionID: "ses_1" } } })
      await new Promise((next) => setTimeout(next, 50))
      assert(!existsSync(ended), "another session's")
      await event({ event: { type, properties: { sessionID: "child" } } })
      await until("its end", () => existsSync(ended))
      await dispose()
    }
  },
  "a reply that comes too late is no error": async () => {
    // Case 31: the request is gone, which is a 404.
    const late = { _tag: "PermissionNotFoundError", requestID: "per_1" }
    for (const answer of [async () => ({ error: late }), async () => Promise.reject(late)]) {
      const client = first(answer)
      plays(`echo '{"reply":"once"}'`)
      await (await start(client)).event(asked("per_1"))
      await until("the reply", () => client.posts.length === 1)
    }
  },
  "a newer client is used as it is meant to be, and an older one too": async () => {
    plays(`echo '{"reply":"once"}'`)
    const replies = []
    await (await start({ permission: { reply: async (body) => replies.push(body) } })).event(asked("per_1"))
    await until("the reply", () => replies.length === 1)
    assert.deepEqual(replies[0], { requestID: "per_1", reply: "once" })
    const old = []
    const client = { postSessionIdPermissionsPermissionId: async (request) => old.push(request) }
    await (await start(client)).event(asked("per_1", "permission.updated"))
    await until("the reply", () => old.length === 1)
    assert.deepEqual(old[0], { path: { id: "ses_1", permissionID: "per_1" }, body: { response: "once" } })
  },
  "a subagent's end is no news": async () => {
    const seen = join(folder, "idle")
    plays(`cat >> ${seen}`)
    const client = { session: { get: async ({ path }) => ({ data: path.id === "child" ? { parentID: "ses_1" } : {} }) } }
    const { event } = await start(client)
    await event({ event: { type: "session.idle", properties: { sessionID: "child" } } })
    await event({ event: { type: "session.idle", properties: { sessionID: "ses_1" } } })
    await until("the end", () => existsSync(seen) && readFileSync(seen, "utf8").includes("ses_1"))
    assert(!readFileSync(seen, "utf8").includes("child"))
  },
  "without the program, and with odd events, opencode goes on": async () => {
    rmSync(program)
    const { event, dispose } = await start(first())
    for (const odd of [asked("per_1"), asked(undefined), { event: {} }, { event: { type: "permission.replied" } }]) {
      await event(odd)
    }
    await event({ event: { type: "session.idle" } })
    await dispose()
  },
}

for (const [name, run] of Object.entries(cases)) {
  await run()
  console.log(`ok: ${name}`)
}
rmSync(folder, { recursive: true })
