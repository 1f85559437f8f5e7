import { markHuggingface } from "../../../components/view/marks/marks.generated.ts"
import { oidcWith } from "../define.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at Hugging Face. Its other fields are untyped. */
export interface HuggingfaceProfile extends UntypedProfile {
  sub: string
  name?: string
  preferred_username?: string
  profile?: string
  picture?: string
  website?: string
  email?: string
  email_verified?: boolean
  isPro: boolean
  canPay?: boolean
  orgs: Array<{
    sub: string
    name: string
    picture: string
    preferred_username: string
    isEnterprise: boolean
    canPay?: boolean
    roleInOrg?: "admin" | "write" | "read" | "contributor"
    pendingSSO?: boolean
    missingMFA?: boolean
    resourceGroups?: Array<{ sub: string; name: string; role: "read" | "write" | "admin" | "contributor" }>
  }>
}

/**
 * Signs in with Hugging Face. Register the redirect URI `https://your.site/auth/callback/huggingface`, and set
 * `AUTH_HUGGINGFACE_ID` and `AUTH_HUGGINGFACE_SECRET`.
 *
 * @see https://huggingface.co/docs/hub/en/oauth
 */
export const HuggingFace = oidcWith<HuggingfaceProfile>()("huggingface", "Hugging Face", {
  mark: markHuggingface,
  issuer: "https://huggingface.co",
  nonce: false,
  profile: { name: ({ name, preferred_username }) => name || preferred_username },
  emailTrust: "claim",
  docs: { email: "`email_verified`: the user opened a link that Hugging Face emailed." },
})

export { HuggingFace as Huggingface }
export default HuggingFace
