import { markPaypal } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { findIn, joinText } from "../fields.ts"
import type { Profile } from "../profile-types.ts"
import { optionalOption } from "../rows.ts"

/** Returns the primary address of the list. */
const primary = ({ emails }: Profile) => findIn(emails, (entry) => entry["primary"] === true)

/**
 * Signs in with PayPal. Register the redirect URI `https://your.site/auth/callback/paypal`, and set `AUTH_PAYPAL_ID`
 * and `AUTH_PAYPAL_SECRET`. The attributes must be ticked in the app's settings too.
 *
 * @see https://developer.paypal.com/docs/log-in-with-paypal/
 */
export const PayPal = oauth("paypal", "PayPal", {
  mark: markPaypal,
  options: { environment: optionalOption<"live" | "sandbox">("Live or sandbox", "live") },
  authorization: "https://www.paypal.com/signin/authorize",
  token: "https://api-m.paypal.com/v1/oauth2/token",
  userinfo: { url: "https://api-m.paypal.com/v1/identity/oauth2/userinfo", params: { schema: "paypalv1.1" } },
  scopes: "openid profile email",
  pkce: false,
  profile: {
    id: "user_id",
    name: ({ name, given_name, family_name }) => name || joinText(given_name, family_name),
    email: (profile) => primary(profile)?.["value"] || profile.email,
    emailVerified: (profile) =>
      primary(profile)?.["value"] ? primary(profile)?.["confirmed"] : profile.email_verified,
    image: "picture",
  },
  derive: ({ environment }) =>
    environment === "sandbox"
      ? {
          authorization: "https://www.sandbox.paypal.com/signin/authorize",
          token: "https://api-m.sandbox.paypal.com/v1/oauth2/token",
          userinfo: {
            url: "https://api-m.sandbox.paypal.com/v1/identity/oauth2/userinfo",
            params: { schema: "paypalv1.1" },
          },
        }
      : {},
  emailTrust: "claim",
  docs: { email: "`confirmed` of the same entry: the user confirmed the address." },
})

export default PayPal
