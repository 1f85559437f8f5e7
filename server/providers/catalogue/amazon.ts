import { oauth } from "../define.ts"

/**
 * The EU and Far East have their own authorize and token hosts.
 *
 * @see https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
 */
export const Amazon = oauth("amazon", "Amazon", {
  authorization: "https://www.amazon.com/ap/oa",
  token: "https://api.amazon.com/auth/o2/token",
  userinfo: "https://api.amazon.com/user/profile",
  scopes: "profile",
  clientAuth: "post",
  profile: { id: "user_id", name: "name", email: "email" },
})
