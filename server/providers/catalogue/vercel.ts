import { markVercel } from "../../../components/view/marks/marks.generated.ts"
import { oidc } from "../define.ts"

/**
 * Signs in with Vercel. Register the redirect URI `https://your.site/auth/callback/vercel`, and set `AUTH_VERCEL_ID`
 * and `AUTH_VERCEL_SECRET`. Vercel ignores scopes that the app's settings don't have.
 *
 * @see https://vercel.com/docs/sign-in-with-vercel
 */
export const Vercel = oidc("vercel", "Vercel", {
  mark: markVercel,
  issuer: "https://vercel.com",
  jwks: "https://vercel.com/.well-known/jwks",
  authorization: "https://vercel.com/oauth/authorize",
  token: "https://api.vercel.com/login/oauth/token",
  scopes: "openid email profile",
  clientAuth: "post",
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  emailTrust: "claim",
  docs: { email: "`email_verified`: the user opened a link or entered a code that Vercel emailed." },
})

export default Vercel
