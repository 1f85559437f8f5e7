import { oauth } from "../define.ts"

/**
 * Signs in with Notion. Register the redirect URI `https://your.site/auth/callback/notion`, and set `AUTH_NOTION_ID`
 * and `AUTH_NOTION_SECRET`. The address needs the capability "read user information including email addresses".
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
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export { Notion as NotionProvider }
export default Notion
