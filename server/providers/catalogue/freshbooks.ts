import { markFreshbooks } from "../../../components/view/marks/drawn.ts"
import { oauth } from "../define.ts"
import { isDate, joinText } from "../fields.ts"

/**
 * Signs in with FreshBooks. Register the redirect URI `https://your.site/auth/callback/freshbooks`, and set
 * `AUTH_FRESHBOOKS_ID` and `AUTH_FRESHBOOKS_SECRET`. The scopes are those of the app's settings; `user:profile:read`
 * reads the profile.
 *
 * @see https://www.freshbooks.com/api/authentication
 */
export const FreshBooks = oauth("freshbooks", "FreshBooks", {
  mark: markFreshbooks,
  authorization: "https://auth.freshbooks.com/oauth/authorize",
  token: "https://api.freshbooks.com/auth/oauth/token",
  userinfo: "https://api.freshbooks.com/auth/api/v1/users/me",
  scopes: "user:profile:read",
  clientAuth: "post",
  unwrap: "response",
  profile: {
    id: "id",
    name: ({ first_name, last_name }) => joinText(first_name, last_name),
    email: "email",
    emailVerified: ({ confirmed_at }) => isDate(confirmed_at),
  },
  compat: { 4: { name: "Freshbooks" }, 5: { name: "Freshbooks" } },
  emailTrust: "unverified",
  docs: { email: "Nothing documents that `confirmed_at` is about the current address." },
})

export { FreshBooks as Freshbooks }
export default FreshBooks
