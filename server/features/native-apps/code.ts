import * as v from "valibot"
import type { ReplayKey } from "../../core/crypto/bindings.ts"
import { base64url, isEqualConstantTime, utf8Bytes, randomBytes } from "../../core/crypto/bytes.ts"
import { openValue, sealOptionsFor, sealValue } from "../../core/crypto/sealed.ts"
import { deviceDetails, deviceFrom } from "../../core/request/device.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { sessionOrigin, toSessionOrigin } from "./session.ts"
import type { LiveSession } from "../../core/request/strategy.ts"
import type { AuthorizationRequest } from "./request.ts"

/** Seconds. RFC 6749, section 4.1.2, allows 10 minutes, but an app exchanges its code at once. */
const MAX_AGE = 60

const codeData = v.object({
  id: v.string(),
  /** Milliseconds since the epoch. Sealed values expire with a tolerance, and a code doesn't. */
  expires: v.number(),
  app: v.string(),
  redirectUri: v.string(),
  challenge: v.string(),
  userId: v.string(),
  device: deviceDetails,
  session: sessionOrigin,
})

/** The content of a one-time code. */
export type NativeAppCode = v.InferOutput<typeof codeData>

/** Returns a code that hands the browser's session over to an app. */
export function createCode(
  context: ActionContext,
  { app, redirectUri, challenge }: AuthorizationRequest,
  session: LiveSession,
): Promise<string> {
  const data: NativeAppCode = {
    id: base64url(randomBytes(16)),
    expires: context.settings.now() + MAX_AGE * 1000,
    app: app.id,
    redirectUri,
    challenge,
    userId: session.userId ?? "",
    device: deviceFrom(context.headers),
    session: toSessionOrigin(context, session),
  }
  return sealValue(data, { ...sealOptionsFor(context, "native app code"), maxAge: MAX_AGE })
}

/** Returns the content of a code, or `undefined` if it has expired, is for another site, or wasn't made here. */
export async function openCode(context: ActionContext, code: string | undefined): Promise<NativeAppCode | undefined> {
  const claims = await openValue(code, sealOptionsFor(context, "native app code"))
  const { success, output } = v.safeParse(codeData, claims)
  return success && output.expires > context.settings.now() ? output : undefined
}

/**
 * Returns the keys under which a code is used up, and under which its exchange is finished. A second exchange takes the
 * second key, so that the first one notices it, even if both run at once.
 */
export const codeKeys = ({ id }: NativeAppCode): { used: ReplayKey; finished: ReplayKey } => ({
  used: `native-app:${id}`,
  finished: `native-app:${id} finished`,
})

const VERIFIER = /^[\w.~-]{43,128}$/

/**
 * Returns whether a verifier belongs to a challenge.
 *
 * @see [RFC 7636, section 4.6](https://www.rfc-editor.org/rfc/rfc7636#section-4.6)
 */
export async function matchesChallenge(verifier: string | undefined, challenge: string): Promise<boolean> {
  if (!verifier || !VERIFIER.test(verifier)) return false
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8Bytes(verifier)))
  return isEqualConstantTime(base64url(digest), challenge)
}
