import { markBoxyhqSaml } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { joinText } from "../fields.ts"
import { optionalOption, issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at BoxyHQ SAML. Its other fields are untyped. */
export interface BoxyHQSAMLProfile extends UntypedProfile {
  id: string
  email: string
  firstName?: string
  lastName?: string
  /** The parameters of the authorization request, as the server got them. */
  requested?: { tenant?: string; product?: string }
}

/**
 * Signs in with BoxyHQ SAML. Register the redirect URI `https://your.site/auth/callback/boxyhq-saml`, and set
 * `AUTH_BOXYHQ_SAML_ID`, `AUTH_BOXYHQ_SAML_SECRET` and `AUTH_BOXYHQ_SAML_ISSUER`. If you pass a `tenant` or a
 * `product`, users of another are rejected.
 *
 * @see https://www.ory.com/docs/polis
 */
export const BoxyHQSAML = oauthWith<BoxyHQSAMLProfile>()("boxyhq-saml", "BoxyHQ SAML", {
  mark: markBoxyhqSaml,
  options: {
    issuer: issuerOption("Base URL of the SAML Jackson / Ory Polis deployment"),
    tenant: optionalOption("Authorize parameter tenant"),
    product: optionalOption("Authorize parameter product"),
  },
  authorization: {
    url: "{issuer}/api/oauth/authorize",
    params: { provider: "saml", tenant: "{tenant}", product: "{product}" },
  },
  token: "{issuer}/api/oauth/token",
  userinfo: "{issuer}/api/oauth/userinfo",
  profile: { id: "id", name: ({ firstName, lastName }) => joinText(firstName, lastName), email: "email" },
  pinnedParams: {
    tenant: ({ requested }, wanted) => Reflect.get(Object(requested), "tenant") === wanted,
    product: ({ requested }, wanted) => Reflect.get(Object(requested), "product") === wanted,
  },
  emailTrust: "idp",
  docs: {
    email: "The address is whatever the company's identity provider asserts.",
    id: "The id that the company's identity provider asserts. Its administrators decide whether it can change hands.",
    selfHosted: true,
  },
})

export { BoxyHQSAML as SAMLJackson }
export default BoxyHQSAML
