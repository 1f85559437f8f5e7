import { CHECK_MAX_AGE } from "../cookies/names.ts"
import { base64url, isEqualConstantTime } from "../crypto/bytes.ts"
import { hmac, randomBytes } from "../crypto/hash.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { readBrowserBinding } from "../request/browser-binding.ts"

/** The parts of a `state`: 96 random bits, the start in seconds, whether it may restart, and 76 bits of a signature. */
const STATE = /^([\w-]{16}([0-9a-z]{7})([01]))([0-9a-f]{19})$/

interface OwnState {
  provider: string
  /** The secret of the browser. */
  browser: string
  /** Whether the sign-in may start again if the browser has lost its cookies. */
  restarts: boolean
}

/**
 * Creates the `state` of a sign-in. The browser's secret signs it. So Latchkit recognizes a response to this browser's
 * own sign-in, even if the cookies of the sign-in are gone.
 */
export async function createState(context: RequestContext, { provider, browser, restarts }: OwnState): Promise<string> {
  const now = Math.floor(context.settings.now() / 1000)
  const text = `${base64url(randomBytes(12))}${now.toString(36).padStart(7, "0")}${restarts ? 1 : 0}`
  return text + (await signature(context, { provider, browser, text }))
}

/** Returns whether this browser started a sign-in with that `state` a short time ago, and it may start again. */
export async function mayRestart(context: RequestContext, provider: string, state: string): Promise<boolean> {
  const [, text = "", start = "", restarts, sent = ""] = STATE.exec(state) ?? []
  const browser = readBrowserBinding(context)
  if (restarts !== "1" || browser === undefined) return false
  if (Number.parseInt(start, 36) + CHECK_MAX_AGE <= context.settings.now() / 1000) return false
  return isEqualConstantTime(await signature(context, { provider, browser, text }), sent)
}

/** Returns the hash of a browser's secret that a flow keeps. */
export async function browserHash(secret: string): Promise<string> {
  return (await hmac(secret, "own state", "browser")).slice(0, 32)
}

// Without the server's secret, so that it outlives a deploy with a new one
async function signature(
  { site }: RequestContext,
  { provider, browser, text }: { provider: string; browser: string; text: string },
): Promise<string> {
  return (await hmac(browser, "own state", `${site.url}\n${provider}\n${text}`)).slice(0, 19)
}
