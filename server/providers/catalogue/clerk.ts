import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://clerk.com/docs/guides/configure/auth-strategies/oauth/single-sign-on */
export const Clerk = oidc("clerk", "Clerk", {
  options: { issuer: required("Frontend API URL, e.g. https://{slug}.clerk.accounts.dev") },
  issuer: "{issuer}",
  profile: { name: "name|`{given_name} {family_name}`|username" },
})
