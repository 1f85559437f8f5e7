import type { ProfileContext } from "./context.ts"
import { readPath, type Source } from "./template.ts"
import type { OAuthConfig } from "./types.ts"
import type { Profile, ProfileUser, TokenSet } from "./profile-types.ts"

/** The values that a mapping function can read besides the profile. */
export interface MappingContext extends Pick<ProfileContext, "extra" | "form"> {
  /** The token response. */
  tokens: TokenSet
  /** The values of the row's options, such as `issuer`. */
  options: Readonly<Record<string, unknown>>
}

/**
 * Where a user field is in the provider's response: a plain path (`name`, `picture.data.url`, `emails[0]`), or a
 * function that returns the value. A path may start with `$token`, `$extra` (the extra requests, by name) or `$form` (a
 * form_post callback).
 */
export type Field = string | ((profile: Profile, context: MappingContext) => unknown)

/** Maps a provider's profile to a user. */
export interface Mapping {
  /** A value that the provider never gives to another user. Never a user name, email address or phone number. */
  id: Field
  /** The display name. */
  name?: Field
  /** The email address. */
  email?: Field
  /**
   * Whether the provider verified `email`. Only the boolean `true` counts. A function must compare other values itself.
   */
  emailVerified?: Field
  /** The URL of the picture. */
  image?: Field
}

/** Returns strings and safe integers as a string, and `null` for everything else. */
function toText(value: unknown): string | null {
  if (typeof value === "string" && value !== "") return value
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : null
}

/** Makes the `profile` callback of a mapping. If the response has no id, the user has none either. */
export function toProfile(mapping: Mapping, options: Source = {}): NonNullable<OAuthConfig["profile"]> {
  return (profile: Profile, tokens: TokenSet, { extra, form }: ProfileContext): ProfileUser => {
    const source = { ...profile, $token: tokens, $extra: extra, $form: form }
    const read = (field: Field | undefined): unknown =>
      typeof field === "function" ? field(profile, { tokens, extra, form, options }) : field && readPath(field, source)
    const id = toText(read(mapping.id))
    return {
      ...(id !== null && { id }),
      name: toText(read(mapping.name)),
      email: toText(read(mapping.email)),
      image: toText(read(mapping.image)),
      emailVerified: read(mapping.emailVerified) === true,
    }
  }
}
