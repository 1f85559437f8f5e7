import { oauth } from "../define.ts"

/**
 * person.email only with the "read user information including email" capability.
 *
 * @see https://developers.notion.com/docs/authorization
 */
export const Notion = oauth("notion", "Notion", {
  authorization: { url: "https://api.notion.com/v1/oauth/authorize", params: { owner: "user" } },
  token: "https://api.notion.com/v1/oauth/token",
  userinfo: { url: "https://api.notion.com/v1/users/me", headers: { "Notion-Version": "2022-06-28" } },
  pkce: false,
  unwrap: "bot.owner.user",
  profile: { id: "id", name: "name", email: "person.email", image: "avatar_url" },
})
