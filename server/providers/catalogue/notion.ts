import { markNotion } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A part of what Notion sends about a user. */
export interface Person extends UntypedProfile {
  email: string
}

/** A part of what Notion sends about a user. */
export interface User extends UntypedProfile {
  object: "user" | "bot"
  id: string
  type: string
  name: string
  avatar_url: null | string
  person: Person
  owner?: { type: "workspace" | "user"; workspace: string }
  workspace_name?: string | null
}

/** A part of what Notion sends about a user. */
export interface Owner {
  type: string
  user: User
}

/** A user's profile at Notion. Its other fields are untyped. */
export interface NotionProfile extends UntypedProfile {
  access_token: string
  bot_id: string
  duplicated_template_id: string
  owner?: Owner
  workspace_icon: string
  workspace_id: number
  workspace_name: string
}

/**
 * Signs in with Notion. Register the redirect URI `https://your.site/auth/callback/notion`, and set `AUTH_NOTION_ID`
 * and `AUTH_NOTION_SECRET`. The address needs the capability "read user information including email addresses".
 *
 * @see https://developers.notion.com/docs/authorization
 */
export const Notion = oauthWith<NotionProfile>()("notion", "Notion", {
  mark: markNotion,
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
