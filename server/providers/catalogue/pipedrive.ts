import { oauth } from "../define.ts"

/**
 * Signs in with Pipedrive. Register the redirect URI `https://your.site/auth/callback/pipedrive`, and set
 * `AUTH_PIPEDRIVE_ID` and `AUTH_PIPEDRIVE_SECRET`.
 *
 * @see https://pipedrive.readme.io/docs/marketplace-oauth-authorization
 */
export const Pipedrive = oauth("pipedrive", "Pipedrive", {
  authorization: "https://oauth.pipedrive.com/oauth/authorize",
  token: "https://oauth.pipedrive.com/oauth/token",
  userinfo: "https://api.pipedrive.com/v1/users/me",
  scopes: "base",
  unwrap: "data",
  profile: { id: "id", name: "name", email: "email", image: "icon_url" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Pipedrive
