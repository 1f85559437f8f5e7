import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://www.ory.com/docs/hydra */
export const OryHydra = oidc("hydra", "Ory Hydra", {
  options: { issuer: required("Public URL of the Hydra deployment or Ory project") },
  issuer: "{issuer}",
  profile: { name: "name|nickname|preferred_username" },
})
