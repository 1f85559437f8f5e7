import { oidc } from "../define.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with Descope. Register the redirect URI `https://your.site/auth/callback/descope`, and set
 * `AUTH_DESCOPE_ID` and `AUTH_DESCOPE_SECRET`.
 *
 * @see https://docs.descope.com/auth-methods/oidc
 */
export const Descope = oidc("descope", "Descope", {
  options: {
    issuer: optionalOption("Project issuer; clientId is the Descope project id", "https://api.descope.com/{clientId}"),
  },
  issuer: "{issuer}",
  nonce: false,
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  emailTrust: "idp",
  docs: { email: "The project's administrators and its tenants' single sign-on can set `email_verified`." },
})

export default Descope
