import type { Page } from "./page.ts"

/**
 * Navigates to `url`, which must be http(s). Unless `reach` is `any-origin`, it must also have the page's own origin.
 * @returns whether the browser navigates
 */
export function navigate(page: Page, url: string, reach?: "any-origin"): boolean {
  const { location } = page
  const to = location && parseUrl(url, location.href)
  if (!to || !/^https?:$/.test(to.protocol) || (!reach && to.origin !== location.origin)) return false
  location.assign(to.href)
  if (to.hash) location.reload() // changing only the hash loads nothing
  return true
}

/** Returns the URL, or `undefined` if it isn't valid. */
export function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}
