import { oauth } from "../define.ts"

/** @see https://wiki.openstreetmap.org/wiki/OAuth */
export const OpenStreetMap = oauth("openstreetmap", "OpenStreetMap", {
  authorization: "https://www.openstreetmap.org/oauth2/authorize",
  token: "https://www.openstreetmap.org/oauth2/token",
  userinfo: "https://api.openstreetmap.org/api/0.6/user/details.json",
  scopes: "read_prefs",
  unwrap: "user",
  profile: { id: "id", name: "display_name", image: "img.href" },
})
