import { oidcWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at ZITADEL. Its other fields are untyped. */
export interface ZitadelProfile extends UntypedProfile {
  amr: string
  aud: string
  auth_time: number
  azp: string
  email: string
  email_verified: boolean
  exp: number
  family_name: string
  given_name: string
  gender: string
  iat: number
  iss: string
  jti: string
  locale: string
  name: string
  nbf: number
  picture: string
  phone: string
  phone_verified: boolean
  preferred_username: string
  sub: string
}

/**
 * Signs in with ZITADEL. Register the redirect URI `https://your.site/auth/callback/zitadel`, and set
 * `AUTH_ZITADEL_ID`, `AUTH_ZITADEL_SECRET` and `AUTH_ZITADEL_ISSUER`.
 *
 * @see https://zitadel.com/docs/apis/openidoauth/endpoints
 */
export const ZITADEL = oidcWith<ZitadelProfile>()("zitadel", "ZITADEL", {
  options: { issuer: issuerOption("https://{instance}.zitadel.cloud or the self-hosted origin") },
  issuer: "{issuer}",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  idToken: false,
  // A user may add such a scope in the URL. ZITADEL checks the first one, and its claim repeats the last one, so only
  // the owner of the user counts: https://zitadel.com/docs/apis/openidoauth/claims
  pinnedParams: {
    scope: (profile, wanted) =>
      wanted.split(" ").every((scope) => {
        const [, kind, value] = /^urn:zitadel:iam:org:(id|domain:primary):(.+)$/.exec(scope) ?? []
        const claim = kind === "id" ? "id" : "primary_domain"
        return value === undefined || profile[`urn:zitadel:iam:user:resourceowner:${claim}`] === value
      }),
  },
  emailTrust: "idp",
  docs: { email: "Its administrators can mark an address as verified.", selfHosted: true },
})

export default ZITADEL
