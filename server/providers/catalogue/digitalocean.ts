import { markDigitalocean } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with DigitalOcean. Register the redirect URI `https://your.site/auth/callback/digitalocean`, and set
 * `AUTH_DIGITALOCEAN_ID` and `AUTH_DIGITALOCEAN_SECRET`.
 *
 * @see https://docs.digitalocean.com/reference/api/oauth/
 */
export const DigitalOcean = oauth("digitalocean", "DigitalOcean", {
  mark: markDigitalocean,
  authorization: "https://cloud.digitalocean.com/v1/oauth/authorize",
  token: "https://cloud.digitalocean.com/v1/oauth/token",
  userinfo: "https://api.digitalocean.com/v2/account",
  scopes: "account:read",
  pkce: false,
  clientAuth: "post",
  unwrap: "account",
  profile: { id: "uuid", name: ({ name, email }) => name || email, email: "email", emailVerified: "email_verified" },
  emailTrust: "claim",
  docs: { email: "`email_verified`: the user verified the address by email." },
})

export default DigitalOcean
