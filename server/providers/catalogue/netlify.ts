import { oauth } from "../define.ts"

/** @see https://docs.netlify.com/api/get-started/#authentication */
export const Netlify = oauth("netlify", "Netlify", {
  authorization: "https://app.netlify.com/authorize",
  token: "https://api.netlify.com/oauth/token",
  userinfo: "https://api.netlify.com/api/v1/user",
  profile: { id: "id", name: "full_name", email: "email", image: "avatar_url" },
})
