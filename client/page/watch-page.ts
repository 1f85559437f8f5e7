import type { Page } from "./page.ts"

interface PageEvents {
  /** The tab became visible. */
  onVisible(): void
  onOnline(): void
  /** The user leaves the page, which may enter the back-forward cache. */
  onHide(): void
  /** The page was restored from the back-forward cache. */
  onRestore(): void
  /** A cookie changed, or the app navigated to another of its pages. */
  onChange(): void
}

/** Watches the page until the returned function is called. */
export function watchPage(page: Page, { onVisible, onOnline, onHide, onRestore, onChange }: PageEvents): () => void {
  // A pageshow event is a PageTransitionEvent
  const rows = [
    [page, "visibilitychange", () => page.document?.visibilityState !== "hidden" && onVisible()],
    [page, "online", onOnline],
    [page, "pagehide", onHide],
    [page, "pageshow", (event: Event) => (event as PageTransitionEvent).persisted && onRestore()],
    [page.cookieStore, "change", onChange],
    [page.navigation, "navigatesuccess", onChange],
  ] as const
  for (const [target, type, listener] of rows) target?.addEventListener?.(type, listener)
  return () => {
    for (const [target, type, listener] of rows) target?.removeEventListener?.(type, listener)
  }
}

/** Returns whether the page's HTML may come from the browser's cache or from a service worker's. */
export function isFromCache(page: Page): boolean {
  const [entry] = page.performance?.getEntriesByType?.("navigation") ?? []
  const { type, transferSize }: { type?: unknown; transferSize?: unknown } = Object(entry)
  return type === "back_forward" || transferSize === 0
}
