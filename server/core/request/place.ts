import { asError, AuthError } from "../../errors.ts"
import { withTimeout } from "../crypto/with-timeout.ts"
import { containsAddress, toPlainText } from "./plain-text.ts"
import type { ActionContext } from "./action-context.ts"

/** The most characters of a place. */
const MAX_LENGTH = 120

/**
 * Returns where a request comes from, as the app's `place` callback says. Returns `null` if the app doesn't know, or if
 * the text could become a link in an email. A callback that fails is logged, and the sign-in goes on.
 */
export async function findPlace({ settings, request }: ActionContext): Promise<string | null> {
  const { place } = settings.callbacks
  if (!place) return null
  try {
    const { method, url, headers } = request
    const withoutBody = new Request(url, { method: method === "HEAD" ? "GET" : method, headers })
    const returnedPlace: unknown = await withTimeout("`place`", place({ request: withoutBody }))
    const text = typeof returnedPlace === "string" ? toPlainText(returnedPlace, MAX_LENGTH) : ""
    return text === "" || containsAddress(text) ? null : text
  } catch (thrown) {
    const err = asError(thrown)
    settings.logger.error(new AuthError("CallbackRouteError", `\`place\` failed: ${err.message}`, { err }))
    return null
  }
}
