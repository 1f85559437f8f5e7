import { oauth } from "../define.ts"

/**
 * Signs in with Wikimedia. Register the redirect URI `https://your.site/auth/callback/wikimedia`, and set
 * `AUTH_WIKIMEDIA_ID` and `AUTH_WIKIMEDIA_SECRET`. The grants are those of the consumer's registration.
 *
 * @see https://www.mediawiki.org/wiki/Extension:OAuth
 */
export const Wikimedia = oauth("wikimedia", "Wikimedia", {
  authorization: "https://meta.wikimedia.org/w/rest.php/oauth2/authorize",
  token: "https://meta.wikimedia.org/w/rest.php/oauth2/access_token",
  userinfo: "https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile",
  profile: {
    id: "sub",
    name: ({ username, realname }) => username || realname,
    email: "email",
    emailVerified: "confirmed_email",
  },
  emailTrust: "claim",
  docs: { email: "`confirmed_email`: the user opened a link that Wikimedia emailed." },
})

export default Wikimedia
