import { readPath } from "../template.ts"
import type { MappingSource } from "../mapping.ts"

/**
 * Discord names a picture by its hash, an animated one with `a_` before it; without a picture there is one of six.
 *
 * @see https://discord.com/developers/docs/reference#image-formatting
 */
export function discordAvatar({ id, avatar }: MappingSource): string | undefined {
  if (typeof id !== "string" || !/^\d+$/.test(id)) return undefined
  if (typeof avatar !== "string") return `https://cdn.discordapp.com/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`
  return `https://cdn.discordapp.com/avatars/${id}/${avatar}.${avatar.startsWith("a_") ? "gif" : "png"}`
}

/** The first of the URLs that is there, which the provider escaped as for HTML. */
export function unescaped(...paths: readonly string[]): (source: MappingSource) => string | undefined {
  return (source) =>
    paths
      .map((path) => readPath(path, source))
      .find((value): value is string => typeof value === "string" && value !== "")
      ?.replaceAll("&amp;", "&")
}

/** A URL, unless the provider put the path of its own placeholder there. */
export function absolute(path: string): (source: MappingSource) => string | undefined {
  return (source) => {
    const value = readPath(path, source)
    return typeof value === "string" && value.startsWith("https://") ? value : undefined
  }
}

/** Zoom's flag speaks of the address only for people who signed up with one: `login_types` 100. */
export function zoomVerified({ verified, login_types: types }: MappingSource): boolean {
  return verified === 1 && Array.isArray(types) && types.includes(100)
}
