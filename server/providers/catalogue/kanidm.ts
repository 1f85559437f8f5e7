import { oidc } from "../define.ts"
import { required } from "../rows.ts"

/** @see https://kanidm.github.io/kanidm/stable/integrations/oauth2.html */
export const Kanidm = oidc("kanidm", "Kanidm", {
  options: { issuer: required("https://{host}/oauth2/openid/{clientId}") },
  issuer: "{issuer}",
  profile: { name: "name|preferred_username", image: null },
  emailTrust: "idp",
})
