import type { Page } from "./page.ts"

/**
 * Navigates to `url`, which must be http(s). Unless `anywhere` is true, it must also have the page's own origin.
 * @returns whether the browser navigates
 */
export function navigate(page: Page, url: string, anywhere = false): boolean {
  const { location } = page
  if (!location || !URL.canParse(url, location.href)) return false
  const to = new URL(url, location.href)
  if (!/^https?:$/.test(to.protocol) || (!anywhere && to.origin !== location.origin)) return false
  location.assign(to.href)
  if (to.hash) location.reload() // changing only the hash loads nothing
  return true
}
