/** What the client needs of a browser window; a part that is missing is done without. A fake tab is one of these. */
export interface Page {
  fetch: (input: string, init?: RequestInit) => Promise<Response>
  location?: Pick<Location, "href" | "origin" | "assign" | "reload"> | undefined
  document?: (Pick<Document, "cookie" | "visibilityState"> & Partial<Pick<Document, "hasFocus">>) | undefined
  navigator?: { locks?: Pick<LockManager, "request"> | undefined; onLine?: boolean } | undefined
  BroadcastChannel?: (new (name: string) => Channel) | undefined
  cookieStore?: Listenable | undefined
  navigation?: Listenable | undefined
  /** Opens a window: in a click alone, and not even then in every browser. */
  open?(url: string, target: string, features: string): PopupWindow | null
  screenX?: number
  screenY?: number
  outerWidth?: number
  performance?: { getEntriesByType?(type: string): unknown[] } | undefined
  addEventListener?: Listenable["addEventListener"]
  removeEventListener?: Listenable["removeEventListener"]
}

/** The part of a window that another page of ours opened. */
export interface PopupWindow {
  /** True as well for a window that a policy of its page cut off. */
  readonly closed: boolean
  readonly location: Pick<Location, "href" | "origin" | "assign" | "reload">
  opener: unknown
  close(): void
  focus(): void
  moveTo?(x: number, y: number): void
}

/** The part of a `BroadcastChannel` that is used. */
export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage(message: unknown): void
  close(): void
}

interface Listenable {
  addEventListener(type: string, listener: (event: Event) => void): void
  removeEventListener(type: string, listener: (event: Event) => void): void
}

/** The window of this browser, or on a server the globals that there are. */
export const thisPage: Page = globalThis as Page // a server has fetch and lacks the rest, and Page asks for no more
