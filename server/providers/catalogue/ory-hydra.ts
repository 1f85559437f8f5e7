import { OryHydra } from "./hydra.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at ory-hydra. Its other fields are untyped. */
export interface OryHydraProfile extends UntypedProfile {
  iss: string
  ver: string
  sub: string
  aud: string
  iat: string
  exp: string
  jti: string
  amr: string
  email?: string
}

export { OryHydra }
export default OryHydra
