import { isEqualConstantTime, hmac } from "../crypto/bytes.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import { readSessionKey } from "../crypto/token-form.ts"
import type { AuthenticationMethod } from "../request/proofs.ts"
import type { SessionProof } from "../request/session-proofs.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { SessionLookup } from "../request/strategy.ts"

const LETTERS = {
  pwd: "p",
  email: "e",
  fed: "f",
  otp: "o",
  recovery: "r",
  hwk: "h",
  swk: "s",
  user: "u",
  mfa: "m",
} as const satisfies Record<AuthenticationMethod, string>

const METHODS = Object.keys(LETTERS) as AuthenticationMethod[] // the table's own keys

const FORMAT = /^([0-9a-z]{1,9})-([a-z]{0,9})$/

/** Returns the short text that a session token keeps of its user's proofs, such as `t85s00-p.t85s00-o`. */
export function encodeProofs(proofs: readonly SessionProof[]): string {
  const text = ({ time, amr }: SessionProof) =>
    `${Math.floor(time).toString(36)}-${amr.map((method) => LETTERS[method]).join("")}`
  return proofs.map(text).join(".")
}

function decodeProofs(text: string | undefined): SessionProof[] {
  return (text ?? "").split(".").flatMap((part) => {
    const [, time, letters] = FORMAT.exec(part) ?? []
    if (time === undefined || letters === undefined) return []
    const amr = [...letters].flatMap((letter) => METHODS.find((method) => LETTERS[method] === letter) ?? [])
    return [{ time: Number.parseInt(time, 36), amr }]
  })
}

/**
 * Returns the claim of a sealed session. Auth.js may seal tokens with the same secret, and its callbacks may copy what
 * a client sent. So with the `authjs()` preset the claim is signed, together with the session that it belongs to.
 */
export async function proofsClaim(
  { settings }: RequestContext,
  { proofs, key }: { proofs: readonly SessionProof[]; key: string },
): Promise<string | undefined> {
  if (proofs.length === 0) return undefined
  const text = encodeProofs(proofs)
  return settings.rules.sharedTokens ? `${text}~${await signature(settings.secrets[0] ?? "", { key, text })}` : text
}

/** Seconds that the clock of the instance that took a proof may be ahead. */
const SKEW = 60

/**
 * Returns when and how the user of a session proved who they are. The list is empty if the session doesn't say, as one
 * from Auth.js. That counts as never.
 */
export async function readSessionProofs(context: RequestContext, session: SessionLookup): Promise<SessionProof[]> {
  if (session.kind === "none") return []
  const now = context.settings.now() / 1000
  const text = session.token ? await readClaim(context, session.token) : session.proofs
  return decodeProofs(text).filter(({ time }) => time <= now + SKEW)
}

async function readClaim({ settings }: RequestContext, token: JWT): Promise<string | undefined> {
  const { session_proofs: claim } = token
  if (typeof claim !== "string" || !settings.rules.sharedTokens) return typeof claim === "string" ? claim : undefined
  const [, text = "", sent = ""] = /^([^~]+)~([\da-f]{64})$/.exec(claim) ?? []
  const signed = { key: readSessionKey(token) ?? "", text }
  const signatures = await Promise.all(settings.secrets.map((secret) => signature(secret, signed)))
  return signatures.some((one) => isEqualConstantTime(one, sent)) ? text : undefined
}

const signature = (secret: string, { key, text }: { key: string; text: string }) =>
  hmac(secret, "session proofs", JSON.stringify([key, text]))
