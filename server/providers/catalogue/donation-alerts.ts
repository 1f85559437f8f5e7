import { oauth } from "../define.ts"

/**
 * Signs in with DonationAlerts. Register the redirect URI `https://your.site/auth/callback/donation-alerts`, and set
 * `AUTH_DONATION_ALERTS_ID` and `AUTH_DONATION_ALERTS_SECRET`.
 *
 * @see https://www.donationalerts.com/apidoc
 */
export const DonationAlerts = oauth("donation-alerts", "DonationAlerts", {
  authorization: "https://www.donationalerts.com/oauth/authorize",
  token: "https://www.donationalerts.com/oauth/token",
  userinfo: "https://www.donationalerts.com/api/v1/user/oauth",
  scopes: "oauth-user-show",
  pkce: false,
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "id", name: "name", email: "email", image: "avatar" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default DonationAlerts
