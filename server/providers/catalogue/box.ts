import { oauth } from "../define.ts"

/**
 * Scopes come from the app settings.
 *
 * @see https://developer.box.com/guides/authentication/oauth2/
 */
export const Box = oauth("box", "Box", {
  authorization: "https://account.box.com/api/oauth2/authorize",
  token: "https://api.box.com/oauth2/token",
  userinfo: "https://api.box.com/2.0/users/me",
  clientAuth: "post",
  profile: { id: "id", name: "name", email: "login", image: "avatar_url" },
})
