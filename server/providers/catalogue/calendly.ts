import { oauth } from "../define.ts"

/** @see https://developer.calendly.com/api-docs/3cefb59b832eb-calendly-o-auth-2-0 */
export const Calendly = oauth("calendly", "Calendly", {
  authorization: "https://auth.calendly.com/oauth/authorize",
  token: "https://auth.calendly.com/oauth/token",
  userinfo: "https://api.calendly.com/users/me",
  clientAuth: "post",
  unwrap: "resource",
  profile: { id: "uri", name: "name", email: "email", image: "avatar_url" },
})
