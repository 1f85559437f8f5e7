import { markSoundcloud } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with SoundCloud. Register the redirect URI `https://your.site/auth/callback/soundcloud`, and set
 * `AUTH_SOUNDCLOUD_ID` and `AUTH_SOUNDCLOUD_SECRET`.
 *
 * @see https://developers.soundcloud.com/docs/api/guide
 */
export const SoundCloud = oauth("soundcloud", "SoundCloud", {
  mark: markSoundcloud,
  authorization: "https://secure.soundcloud.com/authorize",
  token: "https://secure.soundcloud.com/oauth/token",
  userinfo: { url: "https://api.soundcloud.com/me", auth: { in: "header", name: "Authorization", scheme: "OAuth" } },
  clientAuth: "post",
  profile: { id: "urn", name: ({ full_name, username }) => full_name || username, image: "avatar_url" },
  emailTrust: "none",
  docs: { email: "The API returns no address.", id: "The user's URN, `soundcloud:users:<number>`." },
})

export default SoundCloud
