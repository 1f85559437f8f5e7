import type { WebAuthnOptions } from "../../client/contract.ts"
import { passkeysOf } from "../accounts/passkeys.ts"
import { userById } from "../sessions/users.ts"
import { AuthError } from "../errors.ts"
import { keepCeremony, signedInUser, type CeremonyAction } from "../sign-in/passkey/ceremony.ts"
import type { Outcome } from "../http/outcome.ts"
import type { WebAuthnConfig } from "../providers/types.ts"
import type { Routed } from "../sessions/action-context.ts"

/**
 * `GET webauthn-options[/<provider>]?action`: what to ask the browser for, and the cookie that keeps the ceremony. Without
 * an action: to register for who is signed in, to sign in for a visitor. An `email` changes nothing: it is nobody's yet.
 */
export async function webauthnOptions(routed: Routed): Promise<Outcome> {
  const provider = providerOf(routed)
  const user = await signedInUser(routed)
  const action = routed.query.get("action") ?? (user === null ? "authenticate" : "register")
  if (!provider || routed.query.getAll("action").length > 1) return refused("InvalidRequest")
  if (action === "authenticate") {
    const { authenticationOptions } = await import("../sign-in/passkey/options.ts")
    const { adapter } = routed.settings
    const passkeys = user !== null && adapter ? await passkeysOf(adapter, user) : []
    return answered(
      routed,
      { provider, user, automatic: false },
      await authenticationOptions(routed, provider, passkeys),
    )
  }
  return action === "register" ? register(routed, provider, user) : refused("InvalidRequest")
}

function providerOf({ provider, settings }: Routed): WebAuthnConfig | undefined {
  if (!settings.webauthn) throw new AuthError("InvalidProvider", "Passkeys are off: set `experimental.enableWebAuthn`")
  const found = provider ?? [...settings.providers.values()].find(({ type }) => type === "webauthn")
  return found?.type === "webauthn" ? found : undefined
}

async function register(routed: Routed, provider: WebAuthnConfig, id: string | null): Promise<Outcome> {
  const { adapter } = routed.settings
  const user = id !== null && adapter ? await userById(adapter, id) : null
  const automatic = routed.query.get("mediation") === "conditional"
  // No user asked for the passkey that a browser makes by itself: if this one can't have any, no request has failed
  if (!adapter || !user) return refused("SessionRequired", automatic ? 200 : 400)
  const { registrationOptions } = await import("../sign-in/passkey/options.ts")
  const passkeys = await passkeysOf(adapter, user.id)
  const options = await registrationOptions(routed, provider, { user, passkeys, automatic })
  return answered(routed, { provider, user: user.id, automatic }, options)
}

interface Asked {
  provider: WebAuthnConfig
  user: string | null
  automatic: boolean
}

async function answered(
  routed: Routed,
  { provider, user, automatic }: Asked,
  answer: WebAuthnOptions,
): Promise<Outcome> {
  const action: CeremonyAction = answer.action
  const { challenge } = answer.options
  const cookies = await keepCeremony(routed, { provider: provider.id, action, challenge, user, automatic })
  return { kind: "json", body: answer, cookies }
}

function refused(error: string, status = 400): Outcome {
  return { kind: "json", status, body: { error } }
}
