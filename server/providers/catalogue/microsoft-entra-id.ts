import { oidcWith } from "../define.ts"
import { isTrueOrText } from "../fields.ts"
import { entraOptions, entraPhoto, entraTenant } from "../quirks/entra.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Microsoft Entra ID. Its other fields are untyped. */
export interface MicrosoftEntraIDProfile extends UntypedProfile {
  aud: string
  iss: string
  idp: string
  c_hash: string
  at_hash: string
  aio: string
  preferred_username: string
  email: string
  name: string
  nonce: string
  oid: string
  roles: string[]
  rh: string
  sub: string
  tid: string
  sid: string
  uti: string
  ver: "2.0"
  hasgroups: boolean
  acct: 0 | 1
  acrs: string
  ctry: string
  fwd: string
  groups: string
  login_hint: string
  tenant_ctry: string
  tenant_region_scope: string
  upn: string
  verified_primary_email: string[]
  verified_secondary_email: string[]
  vnet: string
  xms_cc: string
  xms_edov: boolean
  xms_pdl: string
  xms_pl: string
  xms_tpl: string
  ztdid: string
  ipaddr: string
  onprem_sid: string
  pwd_exp: number
  pwd_url: string
  in_corp: string
  family_name: string
  given_name: string
}

/**
 * Signs in with Microsoft Entra ID. Register the redirect URI `https://your.site/auth/callback/microsoft-entra-id`,
 * and set `AUTH_MICROSOFT_ENTRA_ID_ID` and `AUTH_MICROSOFT_ENTRA_ID_SECRET`. Add the optional claim `xms_edov` to the
 * app registration to have verified addresses.
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 */
export const MicrosoftEntraID = oidcWith<MicrosoftEntraIDProfile>()("microsoft-entra-id", "Microsoft Entra ID", {
  options: entraOptions,
  scopes: "openid profile email User.Read",
  profile: {
    emailVerified: ({ xms_edov: owned }) => isTrueOrText(owned) || owned === "1" || owned === 1,
    image: null,
  },
  issuerFrom: "microsoft-entra-id",
  derive: ({ profilePhotoSize, ...tenant }) => ({ ...entraTenant(tenant), ...entraPhoto(profilePhotoSize) }),
  emailTrust: "claim",
  docs: {
    email:
      "`xms_edov`: the tenant proved that it owns the address's domain. `email` alone is whatever the tenant says.",
  },
})

export default MicrosoftEntraID
