import { oauth } from "../define.ts"

/**
 * Email only with scope read_user.
 *
 * @see https://unsplash.com/documentation/user-authentication-workflow
 */
export const Unsplash = oauth("unsplash", "Unsplash", {
  authorization: "https://unsplash.com/oauth/authorize",
  token: "https://unsplash.com/oauth/token",
  userinfo: "https://api.unsplash.com/me",
  scopes: "public read_user",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "name|username", email: "email", image: "profile_image.large" },
})
