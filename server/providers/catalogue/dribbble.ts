import { oauth } from "../define.ts"

/**
 * The v2 user object has no documented e-mail field.
 *
 * @see https://developer.dribbble.com/v2/oauth/
 */
export const Dribbble = oauth("dribbble", "Dribbble", {
  authorization: "https://dribbble.com/oauth/authorize",
  token: "https://dribbble.com/oauth/token",
  userinfo: "https://api.dribbble.com/v2/user",
  scopes: "public",
  clientAuth: "post",
  profile: { id: "id", name: "name|login", email: "email", image: "avatar_url" },
})
