import { oauth } from "../define.ts"

/** @see https://developers.dailymotion.com/guides/authentication/ */
export const Dailymotion = oauth("dailymotion", "Dailymotion", {
  authorization: "https://www.dailymotion.com/oauth/authorize",
  token: "https://api.dailymotion.com/oauth/token",
  userinfo: {
    url: "https://api.dailymotion.com/user/me",
    params: { fields: "id,screenname,username,email,avatar_120_url" },
  },
  scopes: "email userinfo",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "screenname|username", email: "email", image: "avatar_120_url" },
})
