import { markAmazon } from "../../../components/view/marks/drawn.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Amazon. Register the redirect URI `https://your.site/auth/callback/amazon`, and set `AUTH_AMAZON_ID`
 * and `AUTH_AMAZON_SECRET`. The EU and the Far East have their own hosts: set `authorization` and `token` for them.
 *
 * @see https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
 */
export const Amazon = oauth("amazon", "Amazon", {
  mark: markAmazon,
  authorization: "https://www.amazon.com/ap/oa",
  token: "https://api.amazon.com/auth/o2/token",
  userinfo: "https://api.amazon.com/user/profile",
  scopes: "profile",
  clientAuth: "post",
  profile: { id: "user_id", name: "name", email: "email" },
  emailTrust: "unverified",
  docs: { email: "The profile has no flag." },
})

export default Amazon
