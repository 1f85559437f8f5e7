import { markSlack } from "../../../components/view/marks/drawn.ts"
import { oidcWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Slack. Its other fields are untyped. */
export interface SlackProfile extends UntypedProfile {
  ok: boolean
  sub: string
  "https://slack.com/user_id": string
  "https://slack.com/team_id": string
  email: string
  email_verified: boolean
  date_email_verified: number
  name: string
  picture: string
  given_name: string
  family_name: string
  locale: string
  "https://slack.com/team_name": string
  "https://slack.com/team_domain": string
  "https://slack.com/user_image_24": string
  "https://slack.com/user_image_32": string
  "https://slack.com/user_image_48": string
  "https://slack.com/user_image_72": string
  "https://slack.com/user_image_192": string
  "https://slack.com/user_image_512": string
  "https://slack.com/user_image_1024": string
  "https://slack.com/team_image_34": string
  "https://slack.com/team_image_44": string
  "https://slack.com/team_image_68": string
  "https://slack.com/team_image_88": string
  "https://slack.com/team_image_102": string
  "https://slack.com/team_image_132": string
  "https://slack.com/team_image_230": string
  "https://slack.com/team_image_default": boolean
}

/**
 * Signs in with Slack. Register the redirect URI `https://your.site/auth/callback/slack`, and set `AUTH_SLACK_ID` and
 * `AUTH_SLACK_SECRET`. The redirect URI must be https. A user id belongs to one workspace; the parameter `team`
 * chooses it.
 *
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/
 */
export const Slack = oidcWith<SlackProfile>()("slack", "Slack", {
  mark: markSlack,
  issuer: "https://slack.com",
  jwks: "https://slack.com/openid/connect/keys",
  authorization: "https://slack.com/openid/connect/authorize",
  token: "https://slack.com/api/openid.connect.token",
  pkce: false,
  profile: { image: ({ picture, "https://slack.com/user_image_512": large }) => picture || large },
  pinnedParams: { team: ({ "https://slack.com/team_id": id }, wanted) => id === wanted },
  emailTrust: "idp",
  docs: { email: "Any workspace can sign in, and its owners can provision members with any address." },
})

export default Slack
