import { listPasskeys } from "../../core/methods/passkeys.ts"
import type { AdapterAuthenticator } from "../../adapters/contract.ts"
import { AuthError } from "../../errors.ts"
import type { OwnPasskeyProof, OwnPasskeyRequest } from "../../core/proofs/own-passkey.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { isSameId } from "../../core/users/users.ts"
import { resumeCeremony, signedInUser, storeCeremony } from "./ceremony.ts"
import { parseClientData, parseResponse } from "./response.ts"
import { lazy } from "../../lazy.ts"

const authenticationOptions = lazy(() => import("./options.ts"), "authenticationOptions")
const verifyAuthentication = lazy(() => import("./authenticate.ts"), "verifyAuthentication")

function passkeyProvider({ settings }: ActionContext): WebAuthnConfig | undefined {
  const passkeys = [...settings.providers.values()].find(({ type }) => type === "webauthn")
  return passkeys?.type === "webauthn" ? passkeys : undefined
}

/** Begins a ceremony in which a user proves one of their passkeys. */
export async function requestUserPasskey(
  context: ActionContext,
  userId: string,
  isOffered: (passkey: AdapterAuthenticator) => boolean = () => true,
): Promise<OwnPasskeyRequest | undefined> {
  const provider = passkeyProvider(context)
  const { adapter } = context.settings
  if (!provider || !adapter) return undefined
  const offered = (await listPasskeys(adapter, userId)).filter(isOffered)
  const request = await authenticationOptions(context, provider, offered)
  if (request.action !== "authenticate") return undefined
  const user = await signedInUser(context)
  const { challenge } = request.options
  const ceremony = { provider: provider.id, action: request.action, challenge, user, automatic: false } as const
  return { options: request.options, cookies: await storeCeremony(context, ceremony) }
}

/** Verifies a passkey of this user. Another user's passkey proves nothing. */
export async function verifyUserPasskey(
  context: ActionContext,
  userId: string,
  data: string | undefined,
): Promise<OwnPasskeyProof | undefined> {
  const provider = passkeyProvider(context)
  const answer = parseResponse("authenticate", data)
  if (!provider || !answer) return undefined
  try {
    const { challenge, crossOrigin, topOrigin } = parseClientData(answer)
    const ceremony = await resumeCeremony(context, { challenge, provider: provider.id, action: "authenticate" })
    if (crossOrigin === true || topOrigin !== undefined) return undefined
    const { user, passkey, proof } = await verifyAuthentication(context, provider, { answer, ceremony })
    return isSameId(user.id, userId) ? { proof, passkey } : undefined
  } catch (thrown) {
    if (!(thrown instanceof AuthError)) throw thrown
    context.settings.logger.debug(`A passkey was rejected: ${thrown.message}`)
    return undefined
  }
}
