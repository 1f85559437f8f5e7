import type { ProfileUser } from "./types.ts"

/** Characters of a name. */
const MAX_NAME = 256
/** Characters of a picture: an address, or a small one as a data URL. */
const MAX_IMAGE = 64 * 1024

type ShownProfile = Pick<ProfileUser, "name" | "image">

/**
 * Name and picture as they are stored, however much a provider sends: each session is read with them. Control characters
 * are left out, of which PostgreSQL cannot store one.
 */
export function limitProfile({ name, image }: ShownProfile): ShownProfile {
  return {
    name:
      typeof name === "string"
        ? name
            .replaceAll(/\p{Cc}+/gu, " ")
            .trim()
            .slice(0, MAX_NAME)
            .toWellFormed()
        : null,
    image: typeof image === "string" && image.length <= MAX_IMAGE ? image.replaceAll(/\p{Cc}+/gu, "") : null,
  }
}
