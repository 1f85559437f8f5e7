import { readAppState } from "../../core/request/app-state.ts"
import { AuthError, WebAuthnVerificationError } from "../../errors.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import { returnTo } from "../../core/request/redirect-url.ts"
import { readRememberField } from "../../core/sessions/session-cookies.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { VerifiedIdentity } from "../../core/users/types.ts"
import { verifyAuthentication } from "./authenticate.ts"
import { clearCeremony, resumeCeremony, type CeremonyAction } from "./ceremony.ts"
import { registeringUser, verifyRegistration } from "./register.ts"
import { parseResponse, parseClientData, type AuthenticationResponse, type RegistrationResponse } from "./response.ts"

/** Handles an authenticator's response: a passkey that signs its user in, or one that the signed-in user adds. */
export async function identifyByPasskey(context: ActionContext, provider: WebAuthnConfig): Promise<VerifiedIdentity> {
  const { method, body } = context
  if (method !== "POST") throw new AuthError("InvalidRequest", "A passkey's response must be sent by POST")
  const { action, data } = body.fields
  if (action === "authenticate") return authenticate(context, provider, data)
  if (action === "register") return register(context, provider, data)
  throw malformedResponseError()
}

async function authenticate(context: ActionContext, provider: WebAuthnConfig, data: string | undefined) {
  const answer = parseResponse("authenticate", data)
  if (!answer) throw malformedResponseError()
  const ceremony = await resumeMatchingCeremony(context, provider, { action: "authenticate", answer })
  const verified = await verifyAuthentication(context, provider, { answer, ceremony })
  return toVerifiedIdentity(context, provider, { ...verified, ceremony })
}

async function register(context: ActionContext, provider: WebAuthnConfig, data: string | undefined) {
  const answer = parseResponse("register", data)
  if (!answer) throw malformedResponseError()
  const ceremony = await resumeMatchingCeremony(context, provider, { action: "register", answer })
  const user = await registeringUser(context, ceremony.user)
  const { passkey, aaguid } = await verifyRegistration(context, provider, { answer, ceremony, userId: user.id })
  const proof = { kind: "webauthn", credentialId: answer.id, userVerified: false, deviceBound: false } as const // it has signed nothing yet
  const registered = await toVerifiedIdentity(context, provider, { user, passkey, proof, ceremony })
  return { ...registered, newPasskey: { ...passkey, aaguid } }
}

function malformedResponseError(): AuthError {
  return new WebAuthnVerificationError("The form contains no authenticator response to one of the two actions")
}

/**
 * Returns the ceremony that a response belongs to, and uses it up.
 *
 * @throws {WebAuthnVerificationError} if there is none, or if it ran inside a page of another site. That page could
 * respond for its own site (WebAuthn Level 3, section 13.4.9)
 */
export async function resumeMatchingCeremony(
  context: ActionContext,
  provider: WebAuthnConfig,
  { action, answer }: { action: CeremonyAction; answer: AuthenticationResponse | RegistrationResponse },
) {
  const { challenge, crossOrigin, topOrigin } = parseClientData(answer)
  const ceremony = await resumeCeremony(context, { challenge, provider: provider.id, action })
  if (crossOrigin !== true && topOrigin === undefined) return ceremony
  throw new WebAuthnVerificationError("The ceremony ran inside a page of another site")
}

type VerifiedCeremony = Pick<Awaited<ReturnType<typeof verifyAuthentication>>, "user" | "passkey" | "proof"> & {
  ceremony: { challenge: string }
}

async function toVerifiedIdentity(
  context: ActionContext,
  { id: provider }: WebAuthnConfig,
  { user, passkey, proof, ceremony }: VerifiedCeremony,
): Promise<VerifiedIdentity & { owner: VerifiedCeremony["user"] }> {
  const { providerAccountId } = passkey
  return {
    identity: {
      user: { ...user },
      account: { provider, providerAccountId, type: "webauthn", userId: user.id },
      emailProven: false,
    },
    owner: user,
    proof,
    callbackUrl: await returnTo(context),
    remember: readRememberField(context),
    appState: readAppState(context),
    cookies: await clearCeremony(context, ceremony.challenge),
  }
}
