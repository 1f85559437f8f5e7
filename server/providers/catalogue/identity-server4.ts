import { renameProvider } from "../define.ts"
import { DuendeIdentityServer6 } from "./duende-identity-server6.ts"

/**
 * Signs in with IdentityServer4, which ended in 2022: Duende IdentityServer succeeds it. Register the redirect URI
 * `https://your.site/auth/callback/identity-server4`, and set `AUTH_IDENTITY_SERVER4_ID`, `AUTH_IDENTITY_SERVER4_SECRET` and
 * `AUTH_IDENTITY_SERVER4_ISSUER`.
 */
export const IdentityServer4 = renameProvider(DuendeIdentityServer6, "identity-server4", "IdentityServer4")

export default IdentityServer4
