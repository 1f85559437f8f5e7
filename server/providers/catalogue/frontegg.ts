import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://developers.frontegg.com/guides/env-settings/hosted-embedded/openid-connect */
export const Frontegg = oidc("frontegg", "Frontegg", {
  options: { issuer: required("https://{subdomain}.frontegg.com") },
  issuer: "{issuer}",
  wellKnown: "{issuer}/oauth/.well-known/openid-configuration",
  nonce: false,
  profile: { image: "picture|profilePictureUrl" },
})
