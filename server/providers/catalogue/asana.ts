import { oauth } from "../define.ts"

/** @see https://developers.asana.com/docs/oauth */
export const Asana = oauth("asana", "Asana", {
  authorization: "https://app.asana.com/-/oauth_authorize",
  token: "https://app.asana.com/-/oauth_token",
  userinfo: "https://app.asana.com/api/1.0/users/me",
  scopes: "users:read",
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "gid", name: "name", email: "email", image: "photo.image_128x128" },
})
