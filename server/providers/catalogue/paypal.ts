import { oauth } from "../define.ts"
import { optional } from "../rows.ts"

/**
 * Attributes are also ticked in the app settings.
 *
 * @see https://developer.paypal.com/docs/log-in-with-paypal/
 */
export const PayPal = oauth("paypal", "PayPal", {
  options: { environment: optional<"live" | "sandbox">("Live or sandbox", "live") },
  authorization: "https://www.paypal.com/signin/authorize",
  token: "https://api-m.paypal.com/v1/oauth2/token",
  userinfo: { url: "https://api-m.paypal.com/v1/identity/oauth2/userinfo", params: { schema: "paypalv1.1" } },
  scopes: "openid profile email",
  pkce: false,
  profile: {
    id: "user_id",
    name: "name|`{given_name} {family_name}`",
    email: "emails[?primary].value|email",
    emailVerified: "emails[?primary].confirmed|email_verified",
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
})
