import type { Settings } from "../config/settings.ts"
import { RejectedRequest } from "../../errors.ts"
import type { ProviderEnd, SessionFeature } from "../sessions/feature.ts"

/**
 * Returns the functions that end the provider's session.
 *
 * @throws {RejectedRequest} 404 in a Worker without OpenID Connect, whose providers have no `endSession`
 */
export function requireProviderEnd({ features }: Pick<Settings, "features">): ProviderEnd {
  const rows: readonly SessionFeature[] = features
  const end = rows.find(({ providerEnd }) => providerEnd)?.providerEnd
  if (!end) throw new RejectedRequest(404, "The provider has no `endSession`")
  return end
}
