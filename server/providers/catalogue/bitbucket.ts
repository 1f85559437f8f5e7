import { oauth } from "../define.ts"

/**
 * Scopes are also fixed in the OAuth consumer settings.
 *
 * @see https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/
 */
export const Bitbucket = oauth("bitbucket", "Bitbucket", {
  authorization: "https://bitbucket.org/site/oauth2/authorize",
  token: "https://bitbucket.org/site/oauth2/access_token",
  userinfo: "https://api.bitbucket.org/2.0/user",
  extra: { emails: { url: "https://api.bitbucket.org/2.0/user/emails", unwrap: "values", needsScope: "email" } },
  scopes: "account email",
  profile: {
    id: "account_id",
    name: "display_name|username|nickname",
    email: "$extra.emails[?is_primary].email",
    emailVerified: "$extra.emails[?is_primary].is_confirmed",
    image: "links.avatar.href",
  },
})
