import { oauth } from "../define.ts"

/** @see https://docs.digitalocean.com/reference/api/oauth/ */
export const DigitalOcean = oauth("digitalocean", "DigitalOcean", {
  authorization: "https://cloud.digitalocean.com/v1/oauth/authorize",
  token: "https://cloud.digitalocean.com/v1/oauth/token",
  userinfo: "https://api.digitalocean.com/v2/account",
  scopes: "account:read",
  pkce: false,
  clientAuth: "post",
  unwrap: "account",
  profile: { id: "uuid", name: "name|email", email: "email", emailVerified: "email_verified" },
})
