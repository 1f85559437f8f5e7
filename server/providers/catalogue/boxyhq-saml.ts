import { oauth } from "../define.ts"
import { optional, required } from "../rows.ts"

/**
 * The address is whatever the enterprise IdP asserts.
 *
 * @see https://www.ory.com/docs/polis
 */
export const BoxyHQSAML = oauth("boxyhq-saml", "BoxyHQ SAML", {
  options: {
    issuer: required("Base URL of the SAML Jackson / Ory Polis deployment"),
    tenant: optional("Authorize parameter tenant"),
    product: optional("Authorize parameter product"),
  },
  authorization: {
    url: "{issuer}/api/oauth/authorize",
    params: { provider: "saml", tenant: "{tenant}", product: "{product}" },
  },
  token: "{issuer}/api/oauth/token",
  userinfo: "{issuer}/api/oauth/userinfo",
  profile: { id: "id", name: "`{firstName} {lastName}`", email: "email" },
  emailTrust: "idp",
})
