import { markClerk } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Clerk. Register the redirect URI `https://your.site/auth/callback/clerk`, and set `AUTH_CLERK_ID`,
 * `AUTH_CLERK_SECRET` and `AUTH_CLERK_ISSUER`.
 *
 * @see https://clerk.com/docs/guides/configure/auth-strategies/oauth/single-sign-on
 */
export const Clerk = oidc("clerk", "Clerk", {
  mark: markClerk,
  options: { issuer: issuerOption("Frontend API URL, e.g. https://{slug}.clerk.accounts.dev") },
  issuer: "{issuer}",
  profile: {
    name: ({ name, given_name, family_name, username }) => name || joinText(given_name, family_name) || username,
  },
  emailTrust: "idp",
  docs: { email: "The instance's administrators can mark an address as verified." },
})

export default Clerk
