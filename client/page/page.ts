/**
 * The parts of a browser window that the client uses. Every missing part is optional. A fake tab implements it too. It
 * names no type of the DOM, so that a server's program needs no such types.
 */
export interface Page {
  fetch: (input: string, init?: RequestInit) => Promise<Response>
  location?: { href: string; readonly origin: string; assign(url: string | URL): void; reload(): void } | undefined
  document?: { cookie: string; readonly visibilityState: "visible" | "hidden"; hasFocus?(): boolean } | undefined
  navigator?: { readonly locks?: Locks | undefined; readonly onLine?: boolean } | undefined
  BroadcastChannel?: (new (name: string) => Channel) | undefined
  cookieStore?: Listenable | undefined
  navigation?: Listenable | undefined
  /** Opens a window. Browsers allow it only in a click, and may still block it. */
  open?(url: string, target: string, features: string): PopupWindow | null
  screenX?: number
  screenY?: number
  outerWidth?: number
  performance?: { getEntriesByType?(type: string): unknown[]; now?(): number } | undefined
  addEventListener?: Listenable["addEventListener"]
  removeEventListener?: Listenable["removeEventListener"]
}

/** The part of a browser's `LockManager` that the client uses. */
export interface Locks {
  request(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    hold: (lock: object | null) => unknown,
  ): Promise<unknown>
}

/** The parts of a popup window that the client uses. */
export interface PopupWindow {
  /** Also true for a window that its page's opener policy isolated. */
  readonly closed: boolean
  readonly location: NonNullable<Page["location"]>
  opener: unknown
  close(): void
  focus(): void
  moveTo?(x: number, y: number): void
}

/** The parts of a `BroadcastChannel` that the client uses. */
export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage(message: unknown): void
  close(): void
}

/** A target of events. */
export interface Listenable {
  addEventListener(type: string, listener: (event: Event) => void): void
  removeEventListener(type: string, listener: (event: Event) => void): void
}

/** A server's globals have `process` too, and a page of Next.js has `next`. */
interface Environment {
  next?: { version?: string }
  process?: { env?: Record<string, string | undefined> }
}

/** This browser's window, or a server's globals. */
export const thisPage = globalThis as Page & Environment // a server has only fetch, and every other field of Page is optional
