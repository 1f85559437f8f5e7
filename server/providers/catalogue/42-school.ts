import { oauth } from "../define.ts"

/** @see https://api.intra.42.fr/apidoc/guides/web_application_flow */
export const FortyTwo = oauth("42-school", "42 School", {
  authorization: "https://api.intra.42.fr/oauth/authorize",
  token: "https://api.intra.42.fr/oauth/token",
  userinfo: "https://api.intra.42.fr/v2/me",
  scopes: "public",
  clientAuth: "post",
  profile: { id: "id", name: "usual_full_name|displayname|login", email: "email", image: "image.link" },
})
