import { oauth } from "../define.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with VATSIM. Register the redirect URI `https://your.site/auth/callback/vatsim`, and set `AUTH_VATSIM_ID`
 * and `AUTH_VATSIM_SECRET`.
 *
 * @see https://vatsim.dev/services/connect/
 */
export const VATSIM = oauth("vatsim", "VATSIM", {
  options: { host: optionalOption("https://auth-dev.vatsim.net for test", "https://auth.vatsim.net") },
  authorization: "{host}/oauth/authorize",
  token: "{host}/oauth/token",
  userinfo: "{host}/api/user",
  scopes: "full_name email vatsim_details",
  pkce: false,
  clientAuth: "post",
  unwrap: "data",
  profile: { id: "cid", name: "personal.name_full", email: "personal.email" },
  emailTrust: "unverified",
  docs: { email: "The API doesn't say whether the address was verified.", id: "The VATSIM member number." },
})

export default VATSIM
