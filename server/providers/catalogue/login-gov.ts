import { oidc } from "../define.ts"
import { optional, required } from "../rows.ts"
import type { OAuthConfig } from "../types.ts"

/** @see https://developers.login.gov/oidc/getting-started/ */
export const LoginGov = oidc("login-gov", "Login.gov", {
  options: {
    issuer: optional("https://idp.int.identitysandbox.gov/ for the sandbox", "https://secure.login.gov/"),
    privateKey: required<NonNullable<OAuthConfig["privateKey"]>>(
      "The key whose public half is registered, as a CryptoKey or { key, kid }",
    ),
    acrValues: optional("Service level", "urn:acr.login.gov:auth-only"),
  },
  issuer: "{issuer}/",
  authorization: { params: { acr_values: "{acrValues}" } },
  scopes: "openid email profile",
  pkce: false,
  clientAuth: "private_key_jwt",
  profile: { name: "`{given_name} {family_name}`", image: null },
})
