import { oauth } from "../define.ts"

/**
 * New OAuth clients only for approved partners.
 *
 * @see https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview
 */
export const Coinbase = oauth("coinbase", "Coinbase", {
  authorization: "https://login.coinbase.com/oauth2/auth",
  token: "https://login.coinbase.com/oauth2/token",
  userinfo: "https://api.coinbase.com/v2/user",
  scopes: "wallet:user:email wallet:user:read",
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "id", name: "name", email: "email", image: "avatar_url" },
})
