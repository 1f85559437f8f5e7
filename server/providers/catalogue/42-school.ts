import { oauth } from "../define.ts"

/**
 * Signs in with 42 School. Register the redirect URI `https://your.site/auth/callback/42-school`, and set
 * `AUTH_42_SCHOOL_ID` and `AUTH_42_SCHOOL_SECRET`.
 *
 * @see https://api.intra.42.fr/apidoc/guides/web_application_flow
 */
export const FortyTwo = oauth("42-school", "42 School", {
  authorization: "https://api.intra.42.fr/oauth/authorize",
  token: "https://api.intra.42.fr/oauth/token",
  userinfo: "https://api.intra.42.fr/v2/me",
  scopes: "public",
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ usual_full_name, displayname, login }) => usual_full_name || displayname || login,
    email: "email",
    image: "image.link",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default FortyTwo
