import type { ProfileUser } from "./profile-types.ts"

/** Maximum characters of a name. */
const MAX_NAME = 256
/** Maximum characters of a picture: a URL, or a small data URL. */
const MAX_IMAGE = 64 * 1024

/** Invisible characters. They could imitate another user's name, or turn the text around it. */
export const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu

type ShownProfile = Pick<ProfileUser, "name" | "image">

/**
 * Returns the name and picture to store, limited in size because each session is read with them. Removes invisible
 * characters from the name, and control characters from the picture, because PostgreSQL can't store NUL.
 */
export function limitProfile({ name, image }: ShownProfile): ShownProfile {
  return {
    name: typeof name === "string" ? name.replaceAll(INVISIBLE, " ").trim().slice(0, MAX_NAME).toWellFormed() : null,
    image: typeof image === "string" && image.length <= MAX_IMAGE ? image.replaceAll(/\p{Cc}+/gu, "") : null,
  }
}
