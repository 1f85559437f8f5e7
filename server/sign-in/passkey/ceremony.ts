import { cleared } from "../../cookies/chunks.ts"
import { CHECK_MAX_AGE } from "../../cookies/names.ts"
import type { CookieOption } from "../../cookies/options.ts"
import { fromBase64url, sameText } from "../../crypto/bytes.ts"
import { sha256 } from "../../crypto/hash.ts"
import { openValue, sealingFor, sealValue } from "../../crypto/sealed.ts"
import { WebAuthnVerificationError } from "../../errors.ts"
import type { Visit } from "../../http/auth-request.ts"
import { browserSecret, keptSecret } from "../../sessions/csrf-check.ts"
import type { SetCookie } from "../../cookies/options.ts"
import type { Routed } from "../../sessions/action-context.ts"

export type CeremonyAction = "authenticate" | "register"

/** What one ceremony must find again when its authenticator has answered. */
export interface Ceremony {
  provider: string
  action: CeremonyAction
  /** Base64url. */
  challenge: string
  /** Who was signed in when it began. */
  user: string | null
  /** The browser made the passkey by itself after a password sign-in, and asked nobody. */
  automatic: boolean
}

/** Ceremonies that may be open in one browser at a time, as in several tabs; the oldest makes room. */
const MAX_CEREMONIES = 4

/** The cookies that keep a ceremony: one of its own, named after its challenge, and the browser's secret. */
export async function keepCeremony(routed: Routed, ceremony: Ceremony): Promise<SetCookie[]> {
  const { secret: browser, cookies } = await keptSecret(routed)
  const { name, options } = await cookieOf(routed, ceremony.challenge)
  const facts = { ...ceremony, browser, site: routed.site.url }
  const value = await sealValue(facts, { ...sealing(routed), maxAge: CHECK_MAX_AGE })
  return [...cookies, ...roomFor(routed, name), { name, value, options }]
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
  const { name } = await cookieOf(routed, challenge)
  const claims = await openValue(routed.cookies.get(name), sealing(routed))
  // Sealed by keepCeremony, opened with a key that seals nothing else
  const kept = claims as unknown as (Ceremony & { browser: string; site: string }) | null
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
  const cookie = await cookieOf(visit, challenge)
  return visit.cookies.has(cookie.name) ? [cleared(cookie)] : []
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

async function cookieOf({ cookieTable }: Visit, challenge: string): Promise<CookieOption> {
  const { name, options } = cookieTable.webauthnChallenge
  return { name: `${name}.${(await sha256(challenge)).slice(0, 10)}`, options }
}

const sealing = (visit: Visit) => sealingFor(visit, "webauthnChallenge", visit.cookieTable.webauthnChallenge.name)

// Browsers send cookies of one path in the order in which they were made: the first is the oldest
function roomFor({ cookies, cookieTable }: Visit, own: string): SetCookie[] {
  const { name: prefix, options } = cookieTable.webauthnChallenge
  const open = [...cookies.names()].filter((name) => name.startsWith(`${prefix}.`) && name !== own)
  return open.slice(0, Math.max(0, open.length - MAX_CEREMONIES + 1)).map((name) => cleared({ name, options }))
}
