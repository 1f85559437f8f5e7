import { oauth } from "../define.ts"

/**
 * No email for phone-only accounts or when the permission is declined.
 * Id is app-scoped.
 *
 * @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow/
 */
export const Facebook = oauth("facebook", "Facebook", {
  authorization: "https://www.facebook.com/v26.0/dialog/oauth",
  token: "https://graph.facebook.com/v26.0/oauth/access_token",
  userinfo: { url: "https://graph.facebook.com/v26.0/me", params: { fields: "id,name,email,picture" } },
  scopes: "email,public_profile",
  scopeSeparator: ",",
  clientAuth: "post",
  profile: { id: "id", name: "name", email: "email", image: "picture.data.url" },
})
