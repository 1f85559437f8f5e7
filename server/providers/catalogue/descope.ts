import { oidc } from "../define.ts"
import { optional } from "../rows.ts"

/** @see https://docs.descope.com/auth-methods/oidc */
export const Descope = oidc("descope", "Descope", {
  options: {
    issuer: optional("Project issuer; clientId is the Descope project id", "https://api.descope.com/{clientId}"),
  },
  issuer: "{issuer}",
  nonce: false,
  profile: { name: "name|nickname|preferred_username" },
})
