import type { User } from "../../client/contract.ts"
import type { JsonValue, TokenFields } from "../types.ts"

type NameClaim = "name" | "given_name" | "family_name" | "middle_name" | "nickname" | "preferred_username"
type ProfileClaim = "profile" | "website" | "email" | "gender" | "birthdate" | "zoneinfo" | "locale" | "phone_number"
/** @internal */
type TextClaims = { [Claim in "id" | "sub" | NameClaim | ProfileClaim]?: string | null }

/** The claims of an identity provider about a user. Unknown claims are kept. */
export interface Profile extends TextClaims {
  picture?: unknown
  email_verified?: boolean | null
  updated_at?: string | number | Date | null
  address?: { [part: string]: string | null | undefined } | null
  [claim: string]: unknown
}

/**
 * A profile whose type the app doesn't name. Its claims are untyped, as in Auth.js, so an existing `profile` callback
 * compiles.
 */
export type UntypedProfile = Record<string, ReturnType<typeof JSON.parse>>

/** A token response, with `expires_at` in seconds since the epoch. */
export interface TokenSet extends TokenFields {
  [key: string]: JsonValue | undefined
}

/** The user that a `profile` callback returns. `emailVerified` tells whether the provider verified the email. */
export interface ProfileUser extends User {
  emailVerified?: boolean | Date | null
  [field: string]: unknown
}
