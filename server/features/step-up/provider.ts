import { asError } from "../../errors.ts"
import type { RequiredProofs } from "../../core/request/session-proofs.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { usableProviders } from "../../core/request/public-provider.ts"
import type { OIDCConfig, ProviderConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { featureCalls } from "../../core/config/missing-feature.ts"
import type { OpenIdCalls } from "../open-id/index.ts"

const openIdCalls = ({ settings }: ActionContext) => featureCalls<OpenIdCalls>(settings, "open-id", "auth.require")

/** Returns a linked provider that tells when the user last signed in there, if there is one. */
export async function confirmProvider(context: ActionContext, userId: string): Promise<OIDCConfig | undefined> {
  const { settings } = context
  const candidates = usableProviders(settings)
    .map(({ id }) => settings.providers.get(id))
    .filter(isOpenId)
  if (candidates.length === 0 || !settings.adapter?.listAccounts) return undefined
  const linked = new Set((await settings.adapter.listAccounts(userId)).map(({ provider }) => provider))
  for (const provider of candidates)
    if (linked.has(provider.id) && (await attestsTime(context, provider))) return provider
  return undefined
}

function isOpenId(provider: ProviderConfig | undefined): provider is OIDCConfig {
  return provider?.type === "oidc"
}

// A provider whose metadata can't be loaded isn't offered: the other methods still work
async function attestsTime(context: ActionContext, provider: OIDCConfig): Promise<boolean> {
  if (provider.stepUp !== undefined) return provider.stepUp !== false
  const { settings } = context
  try {
    const client = { engine: settings, provider }
    return (
      (await openIdCalls(context).metadataFor(client, ["authorization_endpoint"])).claims_supported?.includes(
        "auth_time",
      ) === true
    )
  } catch (thrown) {
    settings.logger.debug(`${provider.id} isn't offered to confirm: ${asError(thrown).message}`)
    return false
  }
}

interface ProviderConfirmation {
  provider: OIDCConfig
  attempt: string
  required: RequiredProofs
  callbackUrl: string
}

/** Redirects the user to the provider, which must ask them to sign in again. */
export async function startConfirm(
  context: ActionContext,
  { provider, attempt, required, callbackUrl }: ProviderConfirmation,
): Promise<Outcome> {
  const acr = typeof provider.stepUp === "object" ? provider.stepUp.acr : undefined
  return openIdCalls(context).startOAuth(context, provider, callbackUrl, {
    confirm: { attempt, ...required, ...(acr !== undefined && { acr }) },
  })
}
