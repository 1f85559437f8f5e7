import { markShopifyCustomer } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"
import { requiredOption } from "../rows.ts"

/**
 * Signs in with Shopify Customer Accounts. Register the redirect URI
 * `https://your.site/auth/callback/shopify-customer`, and set `AUTH_SHOPIFY_CUSTOMER_ID` and
 * `AUTH_SHOPIFY_CUSTOMER_SECRET`.
 *
 * @see https://shopify.dev/docs/api/customer/latest
 */
export const ShopifyCustomer = oidc("shopify-customer", "Shopify Customer Accounts", {
  mark: markShopifyCustomer,
  options: { shop: requiredOption("Store domain that serves the discovery document") },
  wellKnown: "https://{shop}/.well-known/openid-configuration",
  scopes: "openid email customer-account-api:full",
  profile: { name: ({ name, email }) => name || email, image: null },
  emailTrust: "idp",
  docs: { email: "A store may connect an identity provider of its own." },
})

export default ShopifyCustomer
