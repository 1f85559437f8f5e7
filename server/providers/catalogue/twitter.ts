import { oauth } from "../define.ts"

/**
 * Confirmed_email needs scope users.email and the e-mail switch in the app settings; an address in this field is confirmed.
 *
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 */
export const Twitter = oauth("twitter", "X", {
  authorization: "https://x.com/i/oauth2/authorize",
  token: "https://api.x.com/2/oauth2/token",
  userinfo: { url: "https://api.x.com/2/users/me", params: { "user.fields": "profile_image_url,confirmed_email" } },
  scopes: "users.read tweet.read users.email offline.access",
  unwrap: "data",
  profile: {
    id: "id",
    name: "name|username",
    email: "confirmed_email",
    emailVerified: "confirmed_email",
    image: "profile_image_url",
  },
  emailTrust: "always",
})
