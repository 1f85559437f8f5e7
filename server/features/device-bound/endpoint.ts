import { RejectedRequest } from "../../errors.ts"
import { FIRST_EPOCH, securityEpoch } from "../../core/users/security-state.ts"
import { emit } from "../../core/request/emit.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { challengeHeaders, challengeMaxAge, openChallenge, openRegistration, refreshUrl } from "./challenge.ts"
import { boundCookieRule, writeBoundCookie } from "./cookie.ts"
import { clearRegistration } from "./pending-registration.ts"
import { isSignedBy, parseProof, readHeaderString, type Proof } from "./proof.ts"
import {
  createBinding,
  endBinding,
  extendBinding,
  findBinding,
  findMark,
  isEnded,
  type StoredBinding,
} from "./records.ts"
import { sessionsBelow } from "../../core/sessions/index.ts"

/** A page of another site can't read the response, or embed it. */
const SAME_ORIGIN = { "cross-origin-resource-policy": "same-origin" }

/**
 * `POST device-bound`: registers a browser's key for a new session, or renews the bound cookie for a proof of the key.
 * The browser itself sends both, without a page. The proof decides: a request that a link of another site causes has no
 * session cookie.
 *
 * @see [Device Bound Session Credentials](https://www.w3.org/TR/dbsc-1/)
 */
export async function deviceBound(context: ActionContext): Promise<Outcome> {
  const id = readHeaderString(context.headers.get("sec-secure-session-id"))
  const proof = parseProof(readHeaderString(context.headers.get("secure-session-response")))
  if (id !== undefined) return refresh(context, { id, proof })
  if (proof) return register(context, proof)
  throw new RejectedRequest(
    400,
    "The request has neither `Sec-Secure-Session-Id` nor a valid `Secure-Session-Response`",
  )
}

async function register(context: ActionContext, proof: Proof): Promise<Outcome> {
  const { key: jwk } = proof
  const challenge = await openRegistration(context, proof.challenge)
  if (!challenge) throw rejected("its challenge isn't of a sign-in in the last 5 minutes")
  const { id, key, userId, maxAge } = challenge
  const ticket = await sessionsBelow(context.settings, "device-bound").lookup(context)
  if (ticket.kind === "live" && ticket.key !== key) throw rejected("its challenge belongs to another session")
  if (!jwk || !isMeantFor(context, proof) || !(await isSignedBy(proof, jwk)))
    throw rejected("its signature isn't valid")
  const epoch =
    ticket.kind === "live" ? (ticket.epoch ?? FIRST_EPOCH) : await securityEpoch(context.settings, userId ?? undefined)
  const binding: StoredBinding = { id, key, userId, maxAge, epoch, jwk }
  if (!(await claim(context, challenge)) || !(await createBinding(context, binding)))
    throw rejected("the session is bound already")
  await emit(context, { type: "sessionBound", userId: userId ?? undefined })
  return {
    kind: "json",
    body: instructions(context, id),
    headers: { ...SAME_ORIGIN, ...(await challengeHeaders(context, id)) },
    cookies: [await writeBoundCookie(context, binding), ...clearRegistration(context)],
  }
}

const rejected = (why: string) => new RejectedRequest(400, `The registration of a device was rejected: ${why}`)

async function refresh(
  context: ActionContext,
  { id, proof }: { id: string; proof: Proof | undefined },
): Promise<Outcome> {
  const binding = await findBinding(context, id)
  const ticket = await sessionsBelow(context.settings, "device-bound").lookup(context)
  const isOther = ticket.kind === "live" && (await findMark(context, ticket.key))?.id !== id
  // The browser forgets this session. It goes on with the session of its cookie
  const hasEnded = binding && (await isEnded(context, binding))
  if (hasEnded) await endBinding(context, id)
  if (!binding || hasEnded || isOther)
    return { kind: "json", body: { session_identifier: id, continue: false }, headers: SAME_ORIGIN }
  const headers = { ...SAME_ORIGIN, ...(await challengeHeaders(context, id)) }
  // After 403 and a new challenge, the browser tries again. After three of them it gives up
  if (!proof || !(await isProven(context, { binding, proof }))) return { kind: "empty", status: 403, headers }
  if (ticket.kind === "live") await extendBinding(context, binding)
  return { kind: "empty", status: 200, headers, cookies: [await writeBoundCookie(context, binding)] }
}

async function isProven(
  context: ActionContext,
  { binding, proof }: { binding: StoredBinding; proof: Proof },
): Promise<boolean> {
  const { id, jwk } = binding
  if (!isMeantFor(context, proof) || (proof.subject ?? id) !== id) return false
  const challenge = await openChallenge(context, { challenge: proof.challenge, id })
  return challenge !== undefined && (await isSignedBy(proof, jwk)) && claim(context, challenge)
}

// Chromium sends no audience: the challenge names the site
const isMeantFor = (context: ActionContext, { audience }: Proof) =>
  (audience ?? refreshUrl(context)) === refreshUrl(context)

/** Uses a challenge. Returns whether this is the first time. */
async function claim(context: ActionContext, { jti }: { jti: string }): Promise<boolean> {
  const { now, replayStore } = context.settings
  return replayStore.markUsed(`device:${jti}`, now() + (challengeMaxAge(context) + 60) * 1000)
}

/** @see [JSON Session Instruction Format](https://w3c.github.io/webappsec-dbsc/#format-session-instructions) */
function instructions(context: ActionContext, id: string) {
  return {
    session_identifier: id,
    refresh_url: new URL(refreshUrl(context)).pathname,
    scope: { origin: context.site.origin, include_site: false, scope_specification: [] },
    credentials: [{ type: "cookie", ...boundCookieRule(context) }],
    allowed_refresh_initiators: ["*"], // otherwise a link in an email would lead to a page that looks signed out
  }
}
