import { oauth } from "../define.ts"

/**
 * Grants are set in the consumer registration.
 *
 * @see https://www.mediawiki.org/wiki/Extension:OAuth
 */
export const Wikimedia = oauth("wikimedia", "Wikimedia", {
  authorization: "https://meta.wikimedia.org/w/rest.php/oauth2/authorize",
  token: "https://meta.wikimedia.org/w/rest.php/oauth2/access_token",
  userinfo: "https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile",
  profile: { id: "sub", name: "username|realname", email: "email", emailVerified: "confirmed_email" },
})
