import { oauth } from "../define.ts"

/** @see https://developers.figma.com/docs/rest-api/authentication/ */
export const Figma = oauth("figma", "Figma", {
  authorization: "https://www.figma.com/oauth",
  token: "https://api.figma.com/v1/oauth/token",
  userinfo: "https://api.figma.com/v1/me",
  scopes: "current_user:read",
  profile: { id: "id", name: "handle", email: "email", image: "img_url" },
})
