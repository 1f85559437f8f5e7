import type { PasswordSettings } from "../../core/config/passwords.ts"
import type { TypedPassword } from "../../core/crypto/passwords/hasher.ts"
import { checkNewPassword, isBreached, type PasswordProblem } from "../../core/crypto/passwords/rules.ts"
import { asError, AuthError } from "../../errors.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { type HashClient, HashQueueFull } from "../../core/crypto/passwords/queue.ts"
import { clientAddress } from "../../core/request/client-address.ts"
import { knownBrowser } from "../../core/limits/known-browser.ts"
import type { SignInIdentity } from "../../core/limits/identity.ts"

/** The messages of the password cards, by the rule that rejected the password. */
const FIELD_ERRORS = {
  PasswordTooLong: "PasswordTooLong",
  PasswordInvalid: "PasswordUnusable",
  PasswordTooShort: "PasswordTooShort",
  PasswordCommon: "PasswordTooCommon",
  PasswordPersonal: "PasswordTooSimilar",
  PasswordBreached: "PasswordBreached",
} as const satisfies Record<PasswordProblem, string>

export type PasswordFieldError = (typeof FIELD_ERRORS)[PasswordProblem] | "Required"

/**
 * Checks a new password. Every page and every change of the account uses this function, and the result doesn't depend
 * on whether the account exists.
 */
export async function readNewPassword(
  context: RequestContext,
  passwords: PasswordSettings,
  { typed = "", words }: { typed: string | undefined; words: readonly (string | null | undefined)[] },
): Promise<TypedPassword | PasswordFieldError> {
  if (typed === "") return "Required"
  const { settings, site } = context
  const { minLength, breachCheck, commonPasswords } = passwords
  const knownWords = [settings.siteName, new URL(site.origin).hostname, ...words]
  const checked = await checkNewPassword(typed, { minLength, words: knownWords, commonPasswords })
  if (typeof checked === "string") return FIELD_ERRORS[checked]
  if (breachCheck && (await isKnownBreach(context, checked.text))) return FIELD_ERRORS.PasswordBreached
  return checked
}

const RANGE_URL = "https://api.pwnedpasswords.com/range/"
/** Milliseconds. */
const TIMEOUT = 1000
const MAX_BYTES = 1024 * 1024

/**
 * Returns whether a password is in a known breach. An outage must not stop users, so an error counts as "not found".
 */
export async function isKnownBreach({ settings }: RequestContext, password: string): Promise<boolean> {
  try {
    return await isBreached(password, async (prefix) => {
      const response = await settings.fetch(`${RANGE_URL}${prefix}`, {
        headers: { "add-padding": "true" },
        redirect: "manual", // Workers reject "error"
        signal: AbortSignal.timeout(TIMEOUT),
      })
      if (!response.ok) throw new Error(`It responded with ${response.status}`)
      return readBounded(response)
    })
  } catch (thrown) {
    const { message } = asError(thrown)
    settings.logger.error(new AuthError("CallbackRouteError", `Have I Been Pwned was not asked: ${message}`))
    return false
  }
}

async function readBounded({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  const read = { bytes: 0, text: "" }
  for await (const chunk of body ?? []) {
    read.bytes += chunk.byteLength
    if (read.bytes > MAX_BYTES) throw new Error("Its response is too long")
    read.text += decoder.decode(chunk, { stream: true })
  }
  return read.text
}

/** Returns the client in whose turn a password is hashed. */
export async function hashClient(context: RequestContext, identity: SignInIdentity): Promise<HashClient> {
  const browser = await knownBrowser(context, identity)
  if (browser !== undefined) return { key: browser, known: true }
  return { key: (await clientAddress(context)) ?? identity.identifiers.join("\n"), known: false }
}

/**
 * Runs a computation of the hasher.
 *
 * @throws {AuthError} `ServerBusy` if too many passwords wait. The response is the same for every address
 */
export async function inHashQueue<T>(compute: () => Promise<T>): Promise<T> {
  try {
    return await compute()
  } catch (thrown) {
    if (!(thrown instanceof HashQueueFull)) throw thrown
    throw new AuthError("ServerBusy", thrown.message, { retryAfter: thrown.retryAfter })
  }
}
