import { oidc } from "../define.ts"

/** @see https://create.roblox.com/docs/cloud/auth/oauth2-overview */
export const Roblox = oidc("roblox", "Roblox", {
  issuer: "https://apis.roblox.com/oauth/",
  scopes: "openid profile",
  nonce: false,
  profile: { name: "name|nickname|preferred_username", email: null, emailVerified: null },
})
