import { markNextcloud } from "../../../components/view/marks/marks.generated.ts"
import { oauthWith } from "../define.ts"
import { issuerOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Nextcloud. Its other fields are untyped. */
export interface NextcloudProfile extends UntypedProfile {
  id: string
  email: string | null
  displayname: string
  phone: string
  address: string
  website: string
  twitter: string
  fediverse: string
  organisation: string
  role: string
  headline: string
  biography: string
  groups: string[]
  language: string
  locale: string
  enabled: boolean
  storageLocation: string
}

/**
 * Signs in with Nextcloud. Register the redirect URI `https://your.site/auth/callback/nextcloud`, and set
 * `AUTH_NEXTCLOUD_ID`, `AUTH_NEXTCLOUD_SECRET` and `AUTH_NEXTCLOUD_ISSUER`.
 *
 * @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html
 */
export const Nextcloud = oauthWith<NextcloudProfile>()("nextcloud", "Nextcloud", {
  mark: markNextcloud,
  options: { issuer: issuerOption("Instance base URL") },
  authorization: "{issuer}/apps/oauth2/authorize",
  token: "{issuer}/apps/oauth2/api/v1/token",
  userinfo: {
    url: "{issuer}/ocs/v2.php/cloud/user",
    params: { format: "json" },
    headers: { "OCS-APIRequest": "true" },
  },
  unwrap: "ocs.data",
  profile: {
    id: "id",
    name: ({ displayname, "display-name": name }) => displayname || name,
    email: "email",
    image: ({ id }, { options }) => id && `${options["issuer"]}/index.php/avatar/${id}/512`,
  },
  emailTrust: "idp",
  docs: {
    email: "Its administrators write the address, and users may change it without proof.",
    id: "The user id. It can't be renamed, but the administrators can delete a user and give the id to another.",
    selfHosted: true,
  },
})

export default Nextcloud
