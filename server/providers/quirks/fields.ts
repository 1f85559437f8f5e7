import type { Profile } from "../profile-types.ts"

/**
 * Returns the URL of a Discord avatar. An animated one has a hash with the prefix `a_`. Without an avatar it is one of
 * six defaults.
 *
 * @see https://discord.com/developers/docs/reference#image-formatting
 */
export function discordAvatar({ id, avatar }: Profile): string | undefined {
  if (typeof id !== "string" || !/^\d+$/.test(id)) return undefined
  if (typeof avatar !== "string") return `https://cdn.discordapp.com/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`
  return `https://cdn.discordapp.com/avatars/${id}/${avatar}.${avatar.startsWith("a_") ? "gif" : "png"}`
}

/** Replaces `&amp;` in a URL that the provider escaped for HTML. */
export function unescapeUrl(url: unknown): string | undefined {
  return typeof url === "string" ? url.replaceAll("&amp;", "&") : undefined
}

/** Returns a URL, or nothing for the path of the provider's own placeholder. */
export function absoluteUrl(url: unknown): string | undefined {
  return typeof url === "string" && url.startsWith("https://") ? url : undefined
}

/**
 * Returns whether Zoom verified the email. The flag only means the email if the user signed up with one: `login_types`
 * 100.
 */
export function zoomVerified({ verified, login_types: types }: Profile): boolean {
  return verified === 1 && Array.isArray(types) && types.includes(100)
}
