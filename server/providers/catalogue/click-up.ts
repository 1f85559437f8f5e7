import { oauth } from "../define.ts"

/** @see https://developer.clickup.com/docs/authentication */
export const ClickUp = oauth("click-up", "ClickUp", {
  authorization: "https://app.clickup.com/api",
  token: "https://api.clickup.com/api/v2/oauth/token",
  userinfo: "https://api.clickup.com/api/v2/user",
  pkce: false,
  clientAuth: "post",
  unwrap: "user",
  profile: { id: "id", name: "username", email: "email", image: "profilePicture" },
})
