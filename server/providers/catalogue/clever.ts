import { oauth } from "../define.ts"
import { valueAt, joinText } from "../fields.ts"

/**
 * Signs in with Clever. Register the redirect URI `https://your.site/auth/callback/clever`, and set `AUTH_CLEVER_ID`
 * and `AUTH_CLEVER_SECRET`. A sign-in can start at Clever, without a state. Latchkit rejects it.
 *
 * @see https://dev.clever.com/docs/oauth-implementation
 */
export const Clever = oauth("clever", "Clever", {
  authorization: "https://clever.com/oauth/authorize",
  token: "https://clever.com/oauth/tokens",
  userinfo: "https://api.clever.com/v3.0/me",
  extra: { user: { url: "https://api.clever.com/v3.0/users/{$profile.data.id}", unwrap: "data" } },
  pkce: false,
  profile: {
    id: "data.id",
    name: (_, { extra: { user } }) => joinText(valueAt(user, "name.first"), valueAt(user, "name.last")),
    email: "$extra.user.email",
  },
  emailTrust: "idp",
  docs: { email: "The school district writes the address." },
})

export default Clever
