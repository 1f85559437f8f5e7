import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/ */
export const Kinde = oidc("kinde", "Kinde", {
  options: { issuer: required("https://{subdomain}.kinde.com") },
  issuer: "{issuer}",
  nonce: false,
  profile: { name: "name|`{given_name} {family_name}`" },
})
