import { oauth } from "../define.ts"

/** @see https://www.deviantart.com/developers/authentication */
export const DeviantArt = oauth("deviantart", "DeviantArt", {
  authorization: "https://www.deviantart.com/oauth2/authorize",
  token: "https://www.deviantart.com/oauth2/token",
  userinfo: "https://www.deviantart.com/api/v1/oauth2/user/whoami",
  scopes: "basic",
  clientAuth: "post",
  profile: { id: "userid", name: "username", image: "usericon" },
})
