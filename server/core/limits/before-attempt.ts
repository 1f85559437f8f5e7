import type { AttemptAction } from "../config/callbacks.ts"
import { decide } from "../config/decisions.ts"
import { AuthError } from "../../errors.ts"
import type { ActionContext } from "../request/action-context.ts"

/** Fields that the app's callback doesn't get. */
const SECRET = /pass(?!port|enger)|^code$|^token$|^csrfToken$/i

/**
 * Calls `callbacks.beforeAttempt`, before anything is looked up or hashed.
 *
 * @throws {AuthError} `AttemptRejected` unless it returns `true`
 */
export async function callBeforeAttempt({ settings, body, request }: ActionContext, action: AttemptAction) {
  const { beforeAttempt } = settings.callbacks
  if (!beforeAttempt) return
  const shown = Object.entries(body.fields).filter((field): field is [string, string] => !SECRET.test(field[0]))
  const { method, url, headers } = request
  const withoutBody = new Request(url, { method: method === "HEAD" ? "GET" : method, headers })
  const input = { action, fields: Object.fromEntries(shown), request: withoutBody }
  if ((await decide(settings, "beforeAttempt", () => beforeAttempt(input))) === true) return
  throw new AuthError("AttemptRejected", `\`beforeAttempt\` rejected the attempt ${action}`)
}
