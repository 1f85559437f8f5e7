import { markGitee } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { findIn } from "../fields.ts"
import type { MappingContext } from "../mapping.ts"

/** Returns an address that the user confirmed. */
const confirmed = ({ emails }: MappingContext["extra"]) =>
  findIn(emails, ({ state }) => state === "confirmed")?.["email"]

/**
 * Signs in with Gitee. Register the redirect URI `https://your.site/auth/callback/gitee`, and set `AUTH_GITEE_ID` and
 * `AUTH_GITEE_SECRET`.
 *
 * @see https://gitee.com/api/v5/oauth_doc
 */
export const Gitee = oauth("gitee", "Gitee", {
  mark: markGitee,
  authorization: "https://gitee.com/oauth/authorize",
  token: "https://gitee.com/oauth/token",
  userinfo: "https://gitee.com/api/v5/user",
  extra: { emails: { url: "https://gitee.com/api/v5/emails", needsScope: "emails" } },
  scopes: "user_info emails",
  pkce: false,
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ name, login }) => name || login,
    email: ({ email }, { extra }) => confirmed(extra) || email,
    emailVerified: (_, { extra }) => Boolean(confirmed(extra)),
    image: "avatar_url",
  },
  emailTrust: "claim",
  docs: { email: "`state` of the same entry is `confirmed`: the user opened a link that Gitee emailed." },
})

export default Gitee
