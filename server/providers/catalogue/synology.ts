import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://kb.synology.com/en-global/DSM/help/SSOServer/sso_server_desc */
export const Synology = oidc("synology", "Synology SSO", {
  options: { baseUrl: required("NAS base URL with port, e.g. https://nas.example:5001") },
  issuer: "{baseUrl}/webman/sso",
  scopes: "openid email",
  nonce: false,
  profile: { name: "username|sub", emailVerified: null, image: null },
  emailTrust: "idp",
})
