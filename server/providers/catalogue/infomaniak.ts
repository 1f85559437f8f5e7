import { markInfomaniak } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"

/**
 * Signs in with Infomaniak. Register the redirect URI `https://your.site/auth/callback/infomaniak`, and set
 * `AUTH_INFOMANIAK_ID` and `AUTH_INFOMANIAK_SECRET`.
 *
 * @see https://developer.infomaniak.com/docs/oauth
 */
export const Infomaniak = oidc("infomaniak", "Infomaniak", {
  mark: markInfomaniak,
  issuer: "https://login.infomaniak.com",
  scopes: "openid email profile",
  profile: { name: ({ name, nickname, preferred_username }) => name || nickname || preferred_username },
  emailTrust: "unverified",
  docs: { email: "The documentation doesn't say what its flag stands for." },
})

export default Infomaniak
