import { markLoginGov } from "../../../components/view/marks/drawn.ts"
import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"
import { optionalOption, requiredOption } from "../rows.ts"
import type { PrivateKey } from "../high-assurance.ts"

/**
 * Signs in with Login.gov. Register the redirect URI `https://your.site/auth/callback/login-gov`, and set
 * `AUTH_LOGIN_GOV_ID`.
 *
 * @see https://developers.login.gov/oidc/getting-started/
 */
export const LoginGov = oidc("login-gov", "Login.gov", {
  mark: markLoginGov,
  options: {
    issuer: optionalOption("https://idp.int.identitysandbox.gov/ for the sandbox", "https://secure.login.gov/"),
    privateKey: requiredOption<PrivateKey>("The key whose public half is registered, as a CryptoKey or { key, kid }"),
    acrValues: optionalOption("Service level", "urn:acr.login.gov:auth-only"),
  },
  issuer: "{issuer}/",
  authorization: { params: { acr_values: "{acrValues}" } },
  scopes: "openid email profile",
  pkce: false,
  clientAuth: "private_key_jwt",
  profile: { name: ({ given_name, family_name }) => joinText(given_name, family_name), image: null },
  emailTrust: "claim",
  docs: { email: "Login.gov emails a link before it accepts an address, so `email_verified` is always true." },
})

export default LoginGov
