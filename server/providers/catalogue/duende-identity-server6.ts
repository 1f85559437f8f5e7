import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://docs.duendesoftware.com/identityserver/ */
export const DuendeIdentityServer6 = oidc("duende-identity-server6", "Duende IdentityServer", {
  options: { issuer: required("Base URL of the deployment, e.g. https://demo.duendesoftware.com") },
  issuer: "{issuer}",
  profile: { name: "name|nickname|preferred_username" },
})
