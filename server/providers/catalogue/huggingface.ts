import { oidc } from "../define.ts"

/** @see https://huggingface.co/docs/hub/en/oauth */
export const HuggingFace = oidc("huggingface", "Hugging Face", {
  issuer: "https://huggingface.co",
  nonce: false,
  profile: { name: "name|preferred_username" },
})
