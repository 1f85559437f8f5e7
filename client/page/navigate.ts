import type { Page } from "./page.ts"

/**
 * Leaves the page for `url`, which must be http(s) and, unless `anywhere`, on the page's own origin.
 *
 * @returns whether the browser was sent there
 */
export function navigate(page: Page, url: string, anywhere = false): boolean {
  const { location } = page
  if (!location || !URL.canParse(url, location.href)) return false
  const to = new URL(url, location.href)
  if (!/^https?:$/.test(to.protocol) || (!anywhere && to.origin !== location.origin)) return false
  location.assign(to.href)
  if (to.hash) location.reload() // a change of the hash alone loads nothing
  return true
}
