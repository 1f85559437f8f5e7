import { markCoinbase } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"

/**
 * Signs in with Coinbase. Register the redirect URI `https://your.site/auth/callback/coinbase`, and set
 * `AUTH_COINBASE_ID` and `AUTH_COINBASE_SECRET`. Coinbase gives new OAuth clients to approved partners only.
 *
 * @see https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview
 */
export const Coinbase = oauth("coinbase", "Coinbase", {
  mark: markCoinbase,
  authorization: "https://login.coinbase.com/oauth2/auth",
  token: "https://login.coinbase.com/oauth2/token",
  userinfo: "https://api.coinbase.com/v2/user",
  scopes: "wallet:user:email wallet:user:read",
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "id", name: "name", email: "email", image: "avatar_url" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Coinbase
