import { oauth } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html */
export const Nextcloud = oauth("nextcloud", "Nextcloud", {
  options: { issuer: required("Instance base URL") },
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
    name: "displayname|display-name",
    email: "email",
    image: "`{issuer}/index.php/avatar/{id!}/512`",
  },
  emailTrust: "idp",
})
