import { safeImage } from "../../components/theme/theme.ts"
import type { ProfileUser } from "./profile-types.ts"

/** Maximum characters of a name. */
const MAX_NAME = 256
/** Maximum characters of a picture's URL. */
const MAX_URL = 2048
/** Maximum characters of a photo as data. */
const MAX_PHOTO = 64 * 1024
/** A photo as data, as `quirks/entra.ts` makes it. No browser runs anything in it. */
const PHOTO = /^data:image\/jpeg;base64,[\w+/]+={0,2}$/
/** No picture, but the mark of an unfinished user. See `by-email.ts`. */
const MARK = /^data:,#lk-[\w-]{24}$/

/** Invisible characters, also letters such as the Hangul fillers. Joiners and variation selectors aren't among them. */
const INVISIBLE = /(?:(?![\u200c\u200d\p{VS}])[\p{Cc}\p{Zl}\p{Zp}\p{DI}\u2800])+/gu
/** Joiners and variation selectors that change nothing. Emoji and other scripts need theirs. */
const LOOSE_JOINERS = /(?<=^|[\s\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200c\u200d\p{VS}]+/gu

/** Replaces invisible characters. They could imitate another user's name, or turn the text around it. */
export const withoutInvisible = (text: string): string => text.replaceAll(INVISIBLE, " ").replaceAll(LOOSE_JOINERS, "")

type ShownProfile = Pick<ProfileUser, "name" | "image">

/**
 * Returns the name and picture to store, limited in size because each session is read with them. Removes invisible
 * characters from the name, and control characters from the picture, because PostgreSQL can't store NUL. Drops a
 * picture that a browser would run or read from the user's computer.
 */
export function limitProfile({ name, image }: ShownProfile): ShownProfile {
  return {
    name: typeof name === "string" ? withoutInvisible(name).trim().slice(0, MAX_NAME).toWellFormed() : null,
    image: typeof image === "string" ? storedImage(image.replaceAll(/\p{Cc}+/gu, "")) : null,
  }
}

function storedImage(image: string): string | null {
  if (MARK.test(image) || (image.length <= MAX_PHOTO && PHOTO.test(image.replace(/#lk-[\w-]{24}$/, "")))) return image
  const { protocol } = URL.parse(image, "https://path.test") ?? {}
  return image.length <= MAX_URL && (protocol === "https:" || protocol === "http:") ? image : null
}

/**
 * Returns a picture as clients may see it: an https URL, one of the site, or a photo as data. Returns `null` for any
 * other, such as a stored one of an older version.
 */
export function publicImage(image: unknown, origin: string): string | null {
  if (typeof image !== "string") return null
  if (image.length > MAX_URL) return PHOTO.test(image) ? image : null
  if (/[\p{C}\s\\]/u.test(image)) return null
  const isOwn = /^https?:/i.test(image) && URL.parse(image)?.origin === origin // a blob URL has the site's origin too
  return isOwn || safeImage(image) !== undefined || PHOTO.test(image) ? image : null
}
