import { asError } from "../errors.ts"
import type { Profile } from "../providers/profile-types.ts"
import type { OAuthConfig } from "../providers/types.ts"
import { metadataFor } from "./metadata.ts"
import { callbackError } from "./values.ts"
import type { Metadata, ProviderClient, UserinfoContext } from "./types.ts"
import { userinfo } from "./userinfo.ts"

/**
 * Returns the claims of an ID token. If they don't say who the user is, the userinfo endpoint's response completes
 * them. Some providers put only `sub` into the token, as the standard allows. A signed claim wins.
 *
 * @throws {AuthError} `OAuthCallbackError` if the endpoint fails. A user without an address would be another user
 */
export async function completeClaims(
  client: ProviderClient,
  metadata: Metadata,
  { tokens, claims, extra }: Pick<UserinfoContext, "tokens" | "extra"> & { claims: Profile },
): Promise<Profile> {
  if (metadata.userinfo_endpoint === undefined && !metadata.faults?.["userinfo_endpoint"]) return claims
  if (tokens.access_token === undefined) return claims // the browser delivered only the ID token
  if (await isComplete(client.provider, { tokens, claims, extra })) return claims
  try {
    await metadataFor(client, ["userinfo_endpoint"]) // names a fault of the discovery document
    const userClaims = await userinfo(client, metadata, { tokens, extra, subject: claims.sub ?? undefined })
    return { ...userClaims, ...claims }
  } catch (thrown) {
    const why = `The ID token of ${client.provider.id} has no name and no email, and the userinfo endpoint didn't return them`
    const remedy = "Request an access token for that endpoint, or set `profile` to use the ID token alone"
    const { message } = asError(thrown)
    throw callbackError(`${why}: ${message.replace(/\.$/, "")}. ${remedy}`, { err: asError(thrown) })
  }
}

/** Returns whether the claims name the user. An app's own `profile` reads the claims that it knows. */
async function isComplete(
  { profile }: OAuthConfig,
  { tokens, claims, extra }: Pick<UserinfoContext, "tokens" | "extra"> & { claims: Profile },
): Promise<boolean> {
  const mapped = profile && (Reflect.get(profile, "mapped") as typeof profile | undefined) // `toProfileFunction` set it
  if (profile && !mapped) return true
  const user = await mapped?.(claims, tokens, { extra, form: {}, fetch }) // a mapping sends no request
  const { name, nickname, preferred_username: handle, email } = claims
  return [name, nickname, handle, email, user?.name, user?.email].some(
    (text) => typeof text === "string" && text !== "",
  )
}
