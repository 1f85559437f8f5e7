import { oauth } from "../define.ts"

/** @see https://docs.anilist.co/guide/auth/ */
export const AniList = oauth("anilist", "AniList", {
  authorization: "https://anilist.co/api/v2/oauth/authorize",
  token: "https://anilist.co/api/v2/oauth/token",
  userinfo: {
    url: "https://graphql.anilist.co",
    method: "POST",
    body: { query: "{ Viewer { id name avatar { large } } }" },
    bodyFormat: "json",
  },
  pkce: false,
  unwrap: "data.Viewer",
  profile: { id: "id", name: "name", image: "avatar.large" },
})
