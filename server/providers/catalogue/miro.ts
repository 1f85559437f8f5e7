import { oauth } from "../define.ts"

/**
 * Scopes come from the app settings.
 *
 * @see https://developers.miro.com/docs/getting-started-with-oauth
 */
export const Miro = oauth("miro", "Miro", {
  authorization: "https://miro.com/oauth/authorize",
  token: "https://api.miro.com/v1/oauth/token",
  userinfo: "https://api.miro.com/v1/users/me",
  scopes: "identity:read",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "name", email: "email", image: "picture.imageURL" },
})
