import { oidc } from "../define.ts"

/** @see https://docs.globus.org/api/auth/ */
export const Globus = oidc("globus", "Globus", {
  issuer: "https://auth.globus.org",
  jwks: "https://auth.globus.org/jwk.json",
  authorization: "https://auth.globus.org/v2/oauth2/authorize",
  token: "https://auth.globus.org/v2/oauth2/token",
  profile: { name: "name|preferred_username", emailVerified: null },
  emailTrust: "idp",
})
