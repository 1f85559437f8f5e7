import type { Page } from "./page.ts"

interface PageEvents {
  /** The tab is in front of somebody again. */
  shown(): void
  online(): void
  /** The page leaves, perhaps into the back-forward cache. */
  left(): void
  /** The page came back from there. */
  returned(): void
  /** A cookie changed, or the app moved to another of its pages. */
  moved(): void
}

/** Listens to the page until the function that it returns is called. */
export function watchPage(
  page: Page,
  { shown: onVisible, online: onOnline, left: onHide, returned: onRestore, moved: onChange }: PageEvents,
): () => void {
  const rows = [
    [page, "visibilitychange", () => page.document?.visibilityState !== "hidden" && onVisible()],
    [page, "online", onOnline],
    [page, "pagehide", onHide],
    [page, "pageshow", (event: Event) => "persisted" in event && event.persisted && onRestore()],
    [page.cookieStore, "change", onChange],
    [page.navigation, "navigatesuccess", onChange],
  ] as const
  for (const [target, type, listener] of rows) target?.addEventListener?.(type, listener)
  return () => {
    for (const [target, type, listener] of rows) target?.removeEventListener?.(type, listener)
  }
}

/** Whether the browser went back or forward to this page, and may show HTML that it kept. */
export function isFromHistory(page: Page): boolean {
  const [entry] = page.performance?.getEntriesByType?.("navigation") ?? []
  return typeof entry === "object" && entry !== null && "type" in entry && entry.type === "back_forward"
}
