import { markDailymotion } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Dailymotion. Register the redirect URI `https://your.site/auth/callback/dailymotion`, and set
 * `AUTH_DAILYMOTION_ID` and `AUTH_DAILYMOTION_SECRET`.
 *
 * @see https://developers.dailymotion.com/guides/authentication/
 */
export const Dailymotion = oauth("dailymotion", "Dailymotion", {
  mark: markDailymotion,
  authorization: "https://www.dailymotion.com/oauth/authorize",
  token: "https://api.dailymotion.com/oauth/token",
  userinfo: {
    url: "https://api.dailymotion.com/user/me",
    params: { fields: "id,screenname,username,email,avatar_120_url" },
  },
  scopes: "email userinfo",
  pkce: false,
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ screenname, username }) => screenname || username,
    email: "email",
    image: "avatar_120_url",
  },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Dailymotion
