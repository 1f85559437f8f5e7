import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://shopify.dev/docs/api/customer/latest */
export const ShopifyCustomer = oidc("shopify-customer", "Shopify Customer Accounts", {
  options: { shop: required("Store domain that serves the discovery document") },
  wellKnown: "https://{shop}/.well-known/openid-configuration",
  scopes: "openid email customer-account-api:full",
  profile: { name: "name|email", image: null },
})
