import { oauth } from "../define.ts"
import { findIn } from "../fields.ts"
import type { MappingContext } from "../mapping.ts"
import { optionalOption } from "../rows.ts"
import { githubEndpoints } from "../quirks/endpoints.ts"

/** Returns the user's primary address if GitHub verified it. */
const verified = ({ emails }: MappingContext["extra"]) =>
  findIn(emails, (entry) => entry["primary"] === true && entry["verified"] === true)?.["email"]

/**
 * Signs in with GitHub. Register the redirect URI `https://your.site/auth/callback/github`, and set `AUTH_GITHUB_ID`
 * and `AUTH_GITHUB_SECRET`.
 *
 * @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export const GitHub = oauth("github", "GitHub", {
  options: {
    baseUrl: optionalOption("Origin of a GitHub Enterprise Server", "https://github.com"),
    apiBaseUrl: optionalOption("Base of the API, where it is not the usual one of that host"),
    enterprise: optionalOption<{ baseUrl?: string | undefined }>(
      "`{ baseUrl }`, as in Auth.js. It wins over the option `baseUrl`",
    ),
  },
  derive: githubEndpoints,
  scopes: "read:user user:email",
  profile: {
    id: "id",
    name: ({ name, login }) => name || login,
    email: ({ email }, { extra }) => verified(extra) || email,
    emailVerified: (_, { extra }) => Boolean(verified(extra)),
    image: "avatar_url",
  },
  emailTrust: "claim",
  docs: {
    email:
      "`verified` of the primary address: the user opened a link that GitHub emailed. Any other `baseUrl` is `idp`: its administrators decide.",
  },
})

export default GitHub
