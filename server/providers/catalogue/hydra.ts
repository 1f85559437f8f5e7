import { markHydra } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Ory Hydra. Register the redirect URI `https://your.site/auth/callback/hydra`, and set `AUTH_HYDRA_ID`,
 * `AUTH_HYDRA_SECRET` and `AUTH_HYDRA_ISSUER`.
 *
 * @see https://www.ory.com/docs/hydra
 */
export const OryHydra = oidc("hydra", "Ory Hydra", {
  mark: markHydra,
  options: { issuer: issuerOption("Public URL of the Hydra deployment or Ory project") },
  issuer: "{issuer}",
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  compat: { 5: { name: "Hydra" } },
  emailTrust: "idp",
  docs: {
    email: "The claims are whatever the operator's own login app says.",
    id: "`sub` is the subject that the operator's login app accepts.",
    selfHosted: true,
  },
})

export default OryHydra
