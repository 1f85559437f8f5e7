import type { NewPasskey } from "../../core/users/types.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { WebAuthnVerificationError } from "../../errors.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { clearCeremony, signedInUser, storeCeremony } from "./ceremony.ts"
import { resumeMatchingCeremony } from "./identify.ts"
import { registrationOptions } from "./options.ts"
import { verifyRegistration } from "./register.ts"
import { parseResponse } from "./response.ts"

/**
 * Begins the ceremony that creates the passkey of a new user. The user handle is a new random id, so it says nothing
 * about the address, and the list of excluded passkeys is empty.
 */
export async function requestNewPasskey(
  context: ActionContext,
  provider: WebAuthnConfig,
  { id: pending, email }: { id: string; email: string },
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; cookies: readonly SetCookie[] }> {
  const userId = crypto.randomUUID()
  const user = { id: userId, email, name: null, emailVerified: null }
  const request = await registrationOptions(context, provider, { user, passkeys: [], automatic: false })
  if (request.action !== "register") throw new WebAuthnVerificationError("The options are for another ceremony")
  const { challenge } = request.options
  const ceremony = { provider: provider.id, action: "sign-up", challenge, automatic: false } as const
  const signUp = { pending, userId }
  const cookies = await storeCeremony(context, { ...ceremony, user: await signedInUser(context), signUp })
  return { options: request.options, cookies }
}

/**
 * Verifies the passkey of a new user. It belongs to one sign-up in one browser.
 *
 * @throws {WebAuthnVerificationError}
 */
export async function verifyNewPasskey(
  context: ActionContext,
  provider: WebAuthnConfig,
  { pending, data }: { pending: string; data: string },
): Promise<{ newPasskey: NewPasskey; cookies: readonly SetCookie[] }> {
  const answer = parseResponse("register", data)
  if (!answer) throw new WebAuthnVerificationError("The form contains no new passkey")
  const ceremony = await resumeMatchingCeremony(context, provider, { action: "sign-up", answer })
  const { signUp, challenge } = ceremony
  if (signUp?.pending !== pending) throw new WebAuthnVerificationError("The passkey was created for another sign-up")
  const { passkey, aaguid } = await verifyRegistration(context, provider, { answer, ceremony, userId: signUp.userId })
  return { newPasskey: { ...passkey, aaguid }, cookies: await clearCeremony(context, challenge) }
}
