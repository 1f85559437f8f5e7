/** The origin, and base path if one is given, that a reader typed; the placeholder where it is no address. */
export function toSite(typed: string): string {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  if (typed.trim() === "" || !URL.canParse(address)) return "https://your.site/auth"
  const { origin, pathname } = new URL(address)
  return origin + (pathname === "/" ? "/auth" : pathname.replace(/\/+$/, ""))
}
