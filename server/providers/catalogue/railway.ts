import { oauth } from "../define.ts"

/** @see https://docs.railway.com/integrations/oauth */
export const Railway = oauth("railway", "Railway", {
  authorization: "https://backboard.railway.com/oauth/auth",
  token: "https://backboard.railway.com/oauth/token",
  userinfo: "https://backboard.railway.com/oauth/me",
  scopes: "openid email profile",
  profile: { id: "sub", name: "name", email: "email", image: "picture" },
})
