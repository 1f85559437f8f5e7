import { oidc } from "../define.ts"

/**
 * Redirect URI must be https.
 * A user id belongs to one workspace; optional team authorize parameter.
 *
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/
 */
export const Slack = oidc("slack", "Slack", {
  issuer: "https://slack.com",
  jwks: "https://slack.com/openid/connect/keys",
  authorization: "https://slack.com/openid/connect/authorize",
  token: "https://slack.com/api/openid.connect.token",
  pkce: false,
  profile: { image: 'picture|["https://slack.com/user_image_512"]' },
})
