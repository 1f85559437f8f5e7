import { markShopify } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"
import { requiredOption } from "../rows.ts"
import { verifyShopSignature } from "../quirks/callbacks.ts"

/**
 * Signs in with Shopify. Register the redirect URI `https://your.site/auth/callback/shopify`, and set
 * `AUTH_SHOPIFY_ID` and `AUTH_SHOPIFY_SECRET`.
 *
 * @see https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant
 */
export const Shopify = oauth("shopify", "Shopify", {
  mark: markShopify,
  options: { shop: requiredOption("{shop}.myshopify.com host of the store") },
  authorization: { url: "https://{shop}/admin/oauth/authorize", params: { "grant_options[]": "per-user" } },
  token: "https://{shop}/admin/oauth/access_token",
  pkce: false,
  clientAuth: "post",
  profileSource: "token_response",
  unwrap: "associated_user",
  profile: {
    id: "id",
    name: ({ first_name, last_name }) => joinText(first_name, last_name),
    email: "email",
    emailVerified: "email_verified",
  },
  derive: ({ shop }) => ({ onCallback: verifyShopSignature(shop) }),
  emailTrust: "claim",
  docs: { email: "`email_verified`: the staff member verified the address." },
})

export default Shopify
