import { oidc } from "../define.ts"

/**
 * Signs in with Hugging Face. Register the redirect URI `https://your.site/auth/callback/huggingface`, and set
 * `AUTH_HUGGINGFACE_ID` and `AUTH_HUGGINGFACE_SECRET`.
 *
 * @see https://huggingface.co/docs/hub/en/oauth
 */
export const HuggingFace = oidc("huggingface", "Hugging Face", {
  issuer: "https://huggingface.co",
  nonce: false,
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  emailTrust: "claim",
  docs: { email: "`email_verified`: the user opened a link that Hugging Face emailed." },
})

export { HuggingFace as Huggingface }
export default HuggingFace
