import { markMozilla } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"

/**
 * Signs in with Mozilla accounts. Register the redirect URI `https://your.site/auth/callback/mozilla`, and set
 * `AUTH_MOZILLA_ID` and `AUTH_MOZILLA_SECRET`. Mozilla must approve relying parties.
 *
 * @see https://mozilla.github.io/ecosystem-platform/relying-parties/tutorials/integration-with-fxa
 */
export const Mozilla = oidc("mozilla", "Mozilla accounts", {
  mark: markMozilla,
  issuer: "https://accounts.firefox.com",
  userinfo: "https://profile.accounts.firefox.com/v1/profile",
  scopes: "openid profile",
  clientAuth: "post",
  idToken: false,
  profile: { id: "uid", name: ({ displayName, email }) => displayName || email, emailVerified: null, image: "avatar" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified." },
})

export default Mozilla
