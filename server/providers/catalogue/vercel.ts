import { oidc } from "../define.ts"

/**
 * Scopes not set in the app are dropped.
 *
 * @see https://vercel.com/docs/sign-in-with-vercel
 */
export const Vercel = oidc("vercel", "Vercel", {
  issuer: "https://vercel.com",
  jwks: "https://vercel.com/.well-known/jwks",
  authorization: "https://vercel.com/oauth/authorize",
  token: "https://api.vercel.com/login/oauth/token",
  scopes: "openid email profile",
  clientAuth: "post",
  profile: { name: "name|preferred_username" },
})
