import type { LinkLine } from "./types.ts"

/**
 * Returns the URL of a form or link if it is http(s), stays on the site, or names an email address or telephone number.
 * Otherwise returns `#`, which leads nowhere, also if an app's own props have no URL.
 */
export function safeUrl(address: string | undefined): string {
  // eslint-disable-next-line no-control-regex -- browsers drop control characters before they read the scheme
  const text = String(address).replace(/[\u0000-\u0020]+/g, "")
  return /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|[?#])/i.test(text) ? text : "#"
}

/** Returns links whose URLs are safe. */
export const safeLinks = (links: readonly LinkLine[] | undefined): LinkLine[] | undefined =>
  links?.map((link) => ({ ...link, href: safeUrl(link.href) }))
