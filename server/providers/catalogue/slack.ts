import { oidc } from "../define.ts"

/**
 * Signs in with Slack. Register the redirect URI `https://your.site/auth/callback/slack`, and set `AUTH_SLACK_ID` and
 * `AUTH_SLACK_SECRET`. The redirect URI must be https. A user id belongs to one workspace; the parameter `team`
 * chooses it.
 *
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/
 */
export const Slack = oidc("slack", "Slack", {
  issuer: "https://slack.com",
  jwks: "https://slack.com/openid/connect/keys",
  authorization: "https://slack.com/openid/connect/authorize",
  token: "https://slack.com/api/openid.connect.token",
  pkce: false,
  profile: { image: ({ picture, "https://slack.com/user_image_512": large }) => picture || large },
  emailTrust: "idp",
  docs: { email: "Any workspace can sign in, and its owners can provision members with any address." },
})

export default Slack
