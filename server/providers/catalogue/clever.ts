import { oauth } from "../define.ts"

/**
 * Logins can start at Clever without a state.
 *
 * @see https://dev.clever.com/docs/oauth-implementation
 */
export const Clever = oauth("clever", "Clever", {
  authorization: "https://clever.com/oauth/authorize",
  token: "https://clever.com/oauth/tokens",
  userinfo: "https://api.clever.com/v3.0/me",
  extra: { user: { url: "https://api.clever.com/v3.0/users/{$profile.data.id}", unwrap: "data" } },
  pkce: false,
  profile: { id: "data.id", name: "`{$extra.user.name.first} {$extra.user.name.last}`", email: "$extra.user.email" },
  emailTrust: "idp",
})
