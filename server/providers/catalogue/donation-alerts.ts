import { oauth } from "../define.ts"

/** @see https://www.donationalerts.com/apidoc */
export const DonationAlerts = oauth("donation-alerts", "DonationAlerts", {
  authorization: "https://www.donationalerts.com/oauth/authorize",
  token: "https://www.donationalerts.com/oauth/token",
  userinfo: "https://www.donationalerts.com/api/v1/user/oauth",
  scopes: "oauth-user-show",
  pkce: false,
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "id", name: "name", email: "email", image: "avatar" },
})
