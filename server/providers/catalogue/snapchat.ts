import { markSnapchat } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Snapchat. Register the redirect URI `https://your.site/auth/callback/snapchat`, and set
 * `AUTH_SNAPCHAT_ID` and `AUTH_SNAPCHAT_SECRET`.
 *
 * @see https://developers.snap.com/snap-kit/login-kit/overview
 */
export const Snapchat = oauth("snapchat", "Snapchat", {
  mark: markSnapchat,
  authorization: "https://accounts.snapchat.com/accounts/oauth2/auth",
  token: "https://accounts.snapchat.com/accounts/oauth2/token",
  userinfo: {
    url: "https://kit.snapchat.com/v1/me",
    params: { query: "{me{externalId displayName bitmoji{avatar id}}}" },
  },
  scopes:
    "https://auth.snapchat.com/oauth2/api/user.external_id https://auth.snapchat.com/oauth2/api/user.display_name https://auth.snapchat.com/oauth2/api/user.bitmoji.avatar",
  unwrap: "data.me",
  profile: { id: "externalId", name: "displayName", image: "bitmoji.avatar" },
  emailTrust: "none",
  docs: { email: "The API returns no address.", id: "Snapchat's id for the user and the app." },
})

export default Snapchat
