import { oauth } from "../define.ts"

/**
 * Scopes are picked in the app settings; user:profile:read reads the profile.
 *
 * @see https://www.freshbooks.com/api/authentication
 */
export const FreshBooks = oauth("freshbooks", "FreshBooks", {
  authorization: "https://auth.freshbooks.com/oauth/authorize",
  token: "https://api.freshbooks.com/auth/oauth/token",
  userinfo: "https://api.freshbooks.com/auth/api/v1/users/me",
  scopes: "user:profile:read",
  clientAuth: "post",
  unwrap: "response",
  profile: { id: "id", name: "`{first_name} {last_name}`", email: "email", emailVerified: "confirmed_at" },
})
