import * as v from "valibot"
import { CHECK_MAX_AGE } from "../../core/cookies/names.ts"
import { fromBase64url, isEqualConstantTime, sha256 } from "../../core/crypto/bytes.ts"
import { WebAuthnVerificationError } from "../../errors.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { sealedCookie, ensureBrowserBinding, readBrowserBinding } from "../../core/request/sealed-cookie.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { requireAdapter } from "../../adapters/required.ts"

const ceremonies = sealedCookie({
  name: "webauthnChallenge",
  maxAge: CHECK_MAX_AGE,
  schema: v.object({
    provider: v.string(),
    action: v.picklist(["authenticate", "register", "sign-up"]),
    /** Base64url. */
    challenge: v.string(),
    /** The id of the user who was signed in when it began. */
    user: v.nullable(v.string()),
    /** True if the browser creates the passkey by itself after a password sign-in. */
    automatic: v.boolean(),
    /** The sign-up that the passkey is for, and the id that its user will have. */
    signUp: v.optional(v.object({ pending: v.string(), userId: v.string() })),
    browser: v.string(),
    site: v.string(),
  }),
})

/** The facts that Latchkit needs when the authenticator responds. */
export type Ceremony = Omit<v.InferOutput<typeof ceremonies.schema>, "browser" | "site">

export type CeremonyAction = Ceremony["action"]

/** The most ceremonies that may be open in one browser, as in several tabs. A new one replaces the oldest. */
const MAX_CEREMONIES = 4

/** Returns the cookies that keep a ceremony: its own cookie, named after its challenge, and the browser's secret. */
export async function storeCeremony(context: ActionContext, ceremony: Ceremony): Promise<SetCookie[]> {
  const { secret: browser, cookies } = ensureBrowserBinding(context, "passkey")
  const key = await keyFor(ceremony.challenge)
  const cookie = await ceremonies.write(context, { ...ceremony, browser, site: context.site.url }, { key })
  return [...cookies, ...ceremonies.clearOldest(context, { added: key, most: MAX_CEREMONIES }), cookie]
}

/**
 * Returns the ceremony that a response belongs to. It works once.
 *
 * @throws {WebAuthnVerificationError} if this browser has no such ceremony with this provider and user, or it has
 * expired
 */
export async function resumeCeremony(
  context: ActionContext,
  { challenge, provider, action }: Pick<Ceremony, "challenge" | "provider" | "action">,
): Promise<Ceremony> {
  const ceremony = await ceremonies.read(context, await keyFor(challenge))
  if (!ceremony || !isEqualConstantTime(ceremony.challenge, challenge) || ceremony.site !== context.site.url) {
    throw new WebAuthnVerificationError(
      "This browser has no open ceremony with that challenge. A ceremony expires after 15 minutes",
    )
  }
  if (ceremony.provider !== provider || ceremony.action !== action) {
    throw new WebAuthnVerificationError(`The challenge was made to ${ceremony.action} with ${ceremony.provider}`)
  }
  const browser = readBrowserBinding(context, "passkey")
  if (!browser || !isEqualConstantTime(browser, ceremony.browser)) {
    throw new WebAuthnVerificationError("The ceremony was started in another browser")
  }
  const user = await signedInUser(context)
  if (ceremony.user !== user) {
    throw new WebAuthnVerificationError("The signed-in user changed since the ceremony was started")
  }
  if (
    await context.settings.replayStore.markUsed(`passkey:${challenge}`, context.settings.now() + CHECK_MAX_AGE * 1000)
  )
    return ceremony
  throw new WebAuthnVerificationError("The challenge was already used")
}

/** Returns the cookie that clears a ceremony, finished or failed. */
export async function clearCeremony(context: RequestContext, challenge: string | undefined): Promise<SetCookie[]> {
  if (challenge === undefined) return []
  return ceremonies.clear(context, await keyFor(challenge))
}

/** Returns the cookie that clears the ceremony that the form's `data` responds to, even if the data is invalid. */
export async function clearAnsweredCeremony(context: RequestContext, data: string): Promise<SetCookie[]> {
  return clearCeremony(context, readChallenge(data))
}

// Reads only the challenge, which names the cookie. The data is unverified and may be anything
function readChallenge(data: string): string | undefined {
  const [, clientData = ""] = /"clientDataJSON"\s*:\s*"([\w-]+)"/.exec(data) ?? []
  const text = Array.from(fromBase64url(clientData) ?? [], (byte) => String.fromCharCode(byte)).join("")
  return /"challenge"\s*:\s*"([\w-]+)"/.exec(text)?.[1]
}

export async function signedInUser({ lookupSession }: ActionContext): Promise<string | null> {
  const current = await lookupSession()
  return current.kind === "live" ? (current.userId ?? null) : null
}

async function keyFor(challenge: string): Promise<string> {
  return (await sha256(challenge)).slice(0, 10)
}

/** Returns the adapter, which stores passkeys. */
export const passkeyStore = ({ settings }: RequestContext): Adapter => requireAdapter(settings.adapter, "`Passkey()`")
