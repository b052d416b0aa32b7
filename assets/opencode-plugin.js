// plyn-notify @VERSION@: asks on the desktop what opencode asks, and replies what is pressed there.
// Written by "plyn-notify integrate opencode"; "plyn-notify integrate --remove opencode" takes it out.
//
// The dialog stays on the screen meanwhile, and whoever answers first wins. Nothing here may throw, wait or print: events
// are awaited by opencode, and its screen is the terminal.

import { spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"

const PROGRAM = "@PROGRAM@"
const MODE = "@MODE@"

const ASKED = ["permission.asked", "permission.v2.asked", "permission.updated", "question.asked"]
const OVER = ["permission.replied", "permission.v2.replied", "question.replied", "question.rejected"]

export const PlynNotify = async ({ client, directory }) => {
  /** The helpers that wait for an answer and the sessions that they wait for, by the request. */
  const waiting = new Map()

  const isThere = () => {
    try {
      accessSync(PROGRAM, constants.X_OK)
      return true
    } catch {
      return false
    }
  }

  /** Hands an event to plyn-notify. What it prints, once, goes to `answer`. */
  const hand = (event, answer) => {
    if (!isThere()) return undefined
    const child = spawn(PROGRAM, ["hook", "opencode", ...MODE], {
      cwd: directory,
      // Its stdout is ours to read, and nothing of it may reach the terminal.
      stdio: ["pipe", "pipe", "ignore"],
    })
    let printed = ""
    child.on("error", () => {})
    child.stdin.on("error", () => {})
    child.stdout.on("error", () => {})
    child.stdout.on("data", (chunk) => (printed += chunk))
    child.on("close", () => answer?.(printed))
    child.stdin.end(JSON.stringify({ ...event, directory }))
    return child
  }

  /** Sends a reply by whichever way this version of opencode has. A request that is gone was answered elsewhere. */
  const reply = async (kind, { id, sessionID }, body) => {
    const own = kind === "question" ? client.question : client.permission
    if (typeof own?.reply === "function") {
      await own.reply({ requestID: id, ...body })
    } else if (typeof client._client?.post === "function") {
      await client._client.post({
        url: `/${kind}/{requestID}/reply`,
        path: { requestID: id },
        body,
        headers: { "Content-Type": "application/json" },
      })
    } else if (kind === "permission" && typeof client.postSessionIdPermissionsPermissionId === "function") {
      await client.postSessionIdPermissionsPermissionId({
        path: { id: sessionID, permissionID: id },
        body: { response: body.reply },
      })
    }
  }

  const ask = (event) => {
    const request = event.properties ?? {}
    if (typeof request.id !== "string" || waiting.has(request.id)) return
    const kind = event.type === "question.asked" ? "question" : "permission"
    const child = hand(event, (printed) => {
      if (!waiting.delete(request.id)) return
      const line = printed.trim()
      if (line === "") return
      let body
      try {
        body = JSON.parse(line)
      } catch {
        return
      }
      reply(kind, request, body).catch(() => {})
    })
    if (child !== undefined) waiting.set(request.id, { child, session: request.sessionID })
  }

  const over = (id) => {
    const helper = waiting.get(id)
    waiting.delete(id)
    helper?.child.kill("SIGTERM")
  }

  /** A turn has ended, and with it what it asked: nobody says so of each request when it is interrupted. */
  const allOver = (session) => {
    for (const [id, helper] of [...waiting]) if (helper.session === session) over(id)
  }

  /** A turn is over when it is a human's: those of subagents have a parent. */
  const done = async (event) => {
    const id = event.properties?.sessionID
    let parent
    try {
      const session = await client.session?.get?.({ path: { id } })
      parent = session?.data?.parentID
    } catch {
      // It is not known, so it may be a human's.
    }
    if (!parent) hand(event)
  }

  return {
    event: async ({ event }) => {
      try {
        if (ASKED.includes(event.type)) {
          ask(event)
        } else if (OVER.includes(event.type)) {
          over(event.properties?.requestID ?? event.properties?.permissionID ?? event.properties?.id)
        } else if (event.type === "session.idle" || event.type === "session.error") {
          allOver(event.properties?.sessionID)
          done(event).catch(() => {})
        }
      } catch {
        // Whatever it is, opencode goes on.
      }
    },
    dispose: async () => {
      for (const id of [...waiting.keys()]) over(id)
    },
  }
}
