import * as v from "valibot"
import { CHECK_MAX_AGE } from "../../cookies/names.ts"
import { fromBase64url, sameText } from "../../crypto/bytes.ts"
import { sha256 } from "../../crypto/hash.ts"
import { WebAuthnVerificationError } from "../../errors.ts"
import type { Visit } from "../../http/auth-request.ts"
import { sealedCookie } from "../../http/sealed-cookie.ts"
import { browserSecret, keptSecret } from "../../sessions/csrf-check.ts"
import type { SetCookie } from "../../cookies/options.ts"
import type { Routed } from "../../sessions/action-context.ts"

const ceremonies = sealedCookie({
  name: "webauthnChallenge",
  maxAge: CHECK_MAX_AGE,
  schema: v.object({
    provider: v.string(),
    action: v.picklist(["authenticate", "register"]),
    /** Base64url. */
    challenge: v.string(),
    /** Id of the user who was signed in when it began. */
    user: v.nullable(v.string()),
    /** True if the browser creates the passkey by itself after a password sign-in. */
    automatic: v.boolean(),
    browser: v.string(),
    site: v.string(),
  }),
})

/** What one ceremony needs when the authenticator has responded. */
export type Ceremony = Omit<v.InferOutput<typeof ceremonies.schema>, "browser" | "site">

export type CeremonyAction = Ceremony["action"]

/** Ceremonies that may be open in one browser at a time, as in several tabs; the oldest makes room. */
const MAX_CEREMONIES = 4

/** The cookies that keep a ceremony: one of its own, named after its challenge, and the browser's secret. */
export async function keepCeremony(routed: Routed, ceremony: Ceremony): Promise<SetCookie[]> {
  const { secret: browser, cookies } = await keptSecret(routed)
  const key = await keyFor(ceremony.challenge)
  const cookie = await ceremonies.write(routed, { ...ceremony, browser, site: routed.site.url }, { key })
  return [...cookies, ...roomFor(routed, key), cookie]
}

/**
 * The ceremony that a response belongs to; it counts once.
 *
 * @throws {WebAuthnVerificationError} when this browser has no such ceremony with this provider, for this user, or it is over
 */
export async function resumeCeremony(
  routed: Routed,
  { challenge, provider, action }: Pick<Ceremony, "challenge" | "provider" | "action">,
): Promise<Ceremony> {
  const kept = await ceremonies.read(routed, await keyFor(challenge))
  if (!kept || !sameText(kept.challenge, challenge) || kept.site !== routed.site.url) {
    throw new WebAuthnVerificationError(
      "This browser has no open ceremony with that challenge; one lives for 15 minutes",
    )
  }
  if (kept.provider !== provider || kept.action !== action) {
    throw new WebAuthnVerificationError(`The challenge was made to ${kept.action} with ${kept.provider}`)
  }
  const browser = await browserSecret(routed)
  if (!browser || !sameText(browser, kept.browser)) {
    throw new WebAuthnVerificationError("The ceremony was started in another browser")
  }
  if (kept.user !== (await signedInUser(routed))) {
    throw new WebAuthnVerificationError("Somebody else is signed in than when the ceremony was started")
  }
  if (await routed.settings.once.claim(`passkey:${challenge}`, routed.settings.now() + CHECK_MAX_AGE * 1000))
    return kept
  throw new WebAuthnVerificationError("The challenge was answered before")
}

/** The cookie that clears a ceremony, finished or failed. */
export async function clearCeremony(visit: Visit, challenge: string | undefined): Promise<SetCookie[]> {
  if (challenge === undefined) return []
  return ceremonies.clear(visit, await keyFor(challenge))
}

/** The cookie that clears the ceremony which the form's `data` answers, whatever else that is. */
export async function clearAnswered(visit: Visit, data: string): Promise<SetCookie[]> {
  return clearCeremony(visit, challengeIn(data))
}

// Enough to name a cookie by, of what may be anything at all
function challengeIn(data: string): string | undefined {
  const [, clientData = ""] = /"clientDataJSON"\s*:\s*"([\w-]+)"/.exec(data) ?? []
  const text = Array.from(fromBase64url(clientData) ?? [], (byte) => String.fromCharCode(byte)).join("")
  return /"challenge"\s*:\s*"([\w-]+)"/.exec(text)?.[1]
}

/** The id of who is signed in; null for a visitor. */
export async function signedInUser({ reading }: Routed): Promise<string | null> {
  const current = await reading()
  return current.kind === "live" ? (current.userId ?? null) : null
}

async function keyFor(challenge: string): Promise<string> {
  return (await sha256(challenge)).slice(0, 10)
}

function roomFor(visit: Visit, own: string): SetCookie[] {
  const others = ceremonies.keys(visit).filter((key) => key !== own)
  const surplus = others.slice(0, Math.max(0, others.length - MAX_CEREMONIES + 1))
  return surplus.flatMap((key) => ceremonies.clear(visit, key))
}
