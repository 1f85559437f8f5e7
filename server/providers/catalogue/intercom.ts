import { oauth } from "../define.ts"

/**
 * Scopes come from the app settings.
 *
 * @see https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth
 */
export const Intercom = oauth("intercom", "Intercom", {
  authorization: "https://app.intercom.com/oauth",
  token: "https://api.intercom.io/auth/eagle/token",
  userinfo: "https://api.intercom.io/me",
  pkce: false,
  clientAuth: "post",
  profile: { id: "id", name: "name", email: "email", emailVerified: "email_verified", image: "avatar.image_url" },
})
