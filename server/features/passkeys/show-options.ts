import type { WebAuthnOptions } from "../../../client/protocol.ts"
import { AUTOMATIC_PASSKEY, findStepUp } from "../../core/proofs/step-up.ts"
import { listPasskeys } from "../../core/methods/passkeys.ts"
import { userById } from "../../core/users/users.ts"
import { AuthError } from "../../errors.ts"
import { storeCeremony, signedInUser, type CeremonyAction } from "./ceremony.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { lazy } from "../../lazy.ts"

const loadOptions = () => import("./options.ts")
const authenticationOptions = lazy(loadOptions, "authenticationOptions")
const registrationOptions = lazy(loadOptions, "registrationOptions")

/**
 * `GET webauthn-options[/<provider>]?action`: returns the options of a passkey ceremony, and sets the cookie that
 * keeps it. Without an action, a signed-in user registers and an anonymous user signs in. An `email` has no effect,
 * because it isn't verified.
 */
export async function webauthnOptions(context: ActionContext): Promise<Outcome> {
  const provider = findPasskeyProvider(context)
  const user = await signedInUser(context)
  const action = context.query.get("action") ?? (user === null ? "authenticate" : "register")
  if (!provider || context.query.getAll("action").length > 1) return rejected("InvalidRequest")
  if (action === "authenticate") {
    const { adapter } = context.settings
    const passkeys = user !== null && adapter ? await listPasskeys(adapter, user) : []
    return optionsOutcome(
      context,
      { provider, user, automatic: false },
      await authenticationOptions(context, provider, passkeys),
    )
  }
  return action === "register" ? registrationOutcome(context, provider, user) : rejected("InvalidRequest")
}

function findPasskeyProvider({ provider, settings }: ActionContext): WebAuthnConfig | undefined {
  if (!settings.webauthn)
    throw new AuthError(
      "InvalidProvider",
      "Passkeys are off. With the preset `authjs()`, set `experimental.enableWebAuthn` to true",
    )
  const passkeys = provider ?? [...settings.providers.values()].find(({ type }) => type === "webauthn")
  return passkeys?.type === "webauthn" ? passkeys : undefined
}

async function registrationOutcome(
  context: ActionContext,
  provider: WebAuthnConfig,
  id: string | null,
): Promise<Outcome> {
  const { adapter } = context.settings
  const user = id !== null && adapter ? await userById(adapter, id) : null
  const automatic = context.query.get("mediation") === "conditional"
  // An automatic upgrade has no user who waits for it, so a request without a session isn't a failure
  if (!adapter || !user) return rejected("SessionRequired", automatic ? 200 : 400)
  const stepUp = await findStepUp(context, await context.lookupSession(), automatic ? AUTOMATIC_PASSKEY : undefined)
  if (stepUp && !automatic) throw stepUp
  if (stepUp) return rejected("SessionRequired", 200)
  const passkeys = await listPasskeys(adapter, user.id)
  const options = await registrationOptions(context, provider, { user, passkeys, automatic })
  return optionsOutcome(context, { provider, user: user.id, automatic }, options)
}

interface OptionsContext {
  provider: WebAuthnConfig
  user: string | null
  automatic: boolean
}

async function optionsOutcome(
  context: ActionContext,
  { provider, user, automatic }: OptionsContext,
  options: WebAuthnOptions,
): Promise<Outcome> {
  const action: CeremonyAction = options.action
  const { challenge } = options.options
  const cookies = await storeCeremony(context, { provider: provider.id, action, challenge, user, automatic })
  return { kind: "json", body: options, cookies }
}

function rejected(error: string, status = 400): Outcome {
  return { kind: "json", status, body: { error } }
}
