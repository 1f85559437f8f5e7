import { oidc } from "../define.ts"
import { issuerOption } from "../rows.ts"

/**
 * Signs in with Passage, which shut down on 2026-01-16. The module keeps an app of Auth.js compiling until it moves on. It read
 * `AUTH_PASSAGE_ID`, `AUTH_PASSAGE_SECRET` and `AUTH_PASSAGE_ISSUER`.
 */
export const Passage = oidc("passage", "Passage", {
  options: { issuer: issuerOption("https://{app}.withpassage.com") },
  issuer: "{issuer}",
  scopes: "openid email",
  emailTrust: "idp",
  docs: { email: "The app's administrators decide which addresses are verified." },
  deprecated: "Passage shut down on 2026-01-16.",
})

export default Passage
