import { callbackError, configurationError } from "./values.ts"
import type { AuthorizationChecks, OAuthExtensions, ProviderClient } from "./types.ts"

/**
 * Returns the functions of OpenID Connect and of the extensions of OAuth 2.0.
 *
 * @throws {AuthError} `InvalidProvider` in a Worker that doesn't import them
 */
export function requireExtensions({ engine, provider }: ProviderClient): OAuthExtensions {
  if (engine.extensions) return engine.extensions
  throw configurationError(`Provider ${provider.id} needs OpenID Connect. Add \`openId\` to \`features\``)
}

/** Returns the client, whose requests prove the possession of `key` if there is one. */
export async function withDpop(client: ProviderClient, key: string | undefined): Promise<ProviderClient> {
  return key === undefined ? client : requireExtensions(client).withKeyProof(client, key)
}

/**
 * Returns the client that finishes a sign-in: with the key of its start.
 *
 * @throws {AuthError} `OAuthCallbackError` if the sign-in began before the app turned DPoP on
 */
export function withCheckedDpop(
  client: ProviderClient,
  { dpop_key: key }: AuthorizationChecks,
): Promise<ProviderClient> {
  if (client.provider.dpop === true && key === undefined)
    throw callbackError(`The sign-in at ${client.provider.id} started without a DPoP key. Start it again`)
  return withDpop(client, key)
}
