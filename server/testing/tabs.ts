import type { Channel, Locks, Page } from "../../client/page/page.ts"

/** A tab of a {@link FakeBrowser}. Pass it to the session store as its `page`. */
export interface FakeTab extends Page {
  /** The URLs that the tab was sent to, the latest last. */
  readonly visits: string[]
  /** The requests of the tab, such as `GET /auth/session`. */
  readonly requests: string[]
  show(): void
  hide(): void
  /** Puts the page into the back-forward cache, or takes it out. */
  freeze(): void
  thaw(): void
  /** Navigates to another page of the app without a load. */
  move(): void
  close(): void
}

/** The features that the browser supports or lacks. */
export interface FakeBrowserOptions {
  /** Responds to the requests, for example `createAuth(config).handle`. */
  handle: (request: Request) => Response | Promise<Response>
  /** @default "http://localhost:3000" */
  origin?: string | undefined
  locks?: boolean | undefined
  channels?: boolean | undefined
  cookieStore?: boolean | undefined
}

/** Tabs of one origin that share a cookie jar, Web Locks and channels. */
export interface FakeBrowser {
  open(path?: string): FakeTab
  /** All requests of all tabs, such as `GET /auth/session`. */
  readonly requests: string[]
  readonly cookies: Map<string, string>
  /** Disconnects the network, or connects it. */
  online: boolean
}

type MessageListener = (message: unknown) => void

/** Web Locks with `ifAvailable`, `signal` and a queue. */
class FakeLocks implements Locks {
  readonly #held = new Set<string>()
  readonly #queue: { name: string; run: () => void }[] = []

  async request(
    name: string,
    options: Parameters<Locks["request"]>[1],
    hold: (lock: object | null) => unknown,
  ): Promise<unknown> {
    await Promise.resolve()
    if (this.#held.has(name)) {
      if (options.ifAvailable) return hold(null)
      await new Promise<void>((run, reject) => {
        const entry = { name, run }
        this.#queue.push(entry)
        options.signal?.addEventListener("abort", () => {
          const at = this.#queue.indexOf(entry)
          if (at >= 0) this.#queue.splice(at, 1)
          reject(options.signal?.reason)
        })
      })
    }
    this.#held.add(name) // or it was handed over
    try {
      return await hold({ name, mode: "exclusive" })
    } finally {
      const at = this.#queue.findIndex((entry) => entry.name === name)
      if (at >= 0) this.#queue.splice(at, 1)[0]?.run()
      else this.#held.delete(name)
    }
  }
}

/** Opens a browser whose requests go to `handle`, in this process and without a network. */
export function fakeBrowser(options: FakeBrowserOptions): FakeBrowser {
  const { origin = "http://localhost:3000" } = options
  const channels = new Set<{ name: string; channel: Channel }>()
  const stores = new Set<EventTarget>()
  const locks = new FakeLocks()
  const browser = { requests: new Array<string>(), cookies: new Map<string, string>(), online: true }
  const hidden = new Set<string>() // HttpOnly

  function keep(response: Response) {
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) browser.cookies.delete(name)
      else browser.cookies.set(name, value)
      if (/httponly/i.test(line)) hidden.add(name)
      for (const store of stores) setImmediate(() => store.dispatchEvent(new Event("change")))
    }
  }

  const jar = (all: boolean) =>
    [...browser.cookies]
      .filter(([name]) => all || !hidden.has(name))
      .map((pair) => pair.join("="))
      .join("; ")

  function fetchFor(requests: string[]) {
    return async (input: string, init: RequestInit = {}) => {
      const url = new URL(input, origin)
      const entry = `${init.method ?? "GET"} ${url.pathname}`
      requests.push(entry)
      browser.requests.push(entry)
      if (!browser.online) throw new TypeError("Failed to fetch")
      const headers = new Headers(init.headers)
      headers.set("cookie", jar(true))
      if (init.method === "POST") headers.set("origin", origin)
      const aborted = new Promise<never>((_, reject) =>
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
      )
      const response = await Promise.race([options.handle(new Request(url, { ...init, headers })), aborted])
      init.signal?.throwIfAborted()
      keep(response)
      return response
    }
  }

  function channelFor(closing: (() => void)[]) {
    return class implements Channel {
      onmessage: Channel["onmessage"] = null
      readonly #entry: { name: string; channel: Channel }

      constructor(name: string) {
        this.#entry = { name, channel: this }
        channels.add(this.#entry)
        closing.push(() => this.close())
      }

      postMessage(message: unknown) {
        for (const { name, channel } of channels) {
          if (channel === this || name !== this.#entry.name) continue
          const heard: MessageListener = (data) => channel.onmessage?.(new MessageEvent("message", { data }))
          setImmediate(heard, structuredClone(message))
        }
      }

      close() {
        channels.delete(this.#entry)
      }
    }
  }

  function open(path = "/"): FakeTab {
    const events = new EventTarget()
    const navigation = new EventTarget()
    const cookieStore = new EventTarget()
    const closing: (() => void)[] = []
    const requests: string[] = []
    const visits: string[] = []
    const view = { visible: true }
    const turn = (visible: boolean) => {
      view.visible = visible
      events.dispatchEvent(new Event("visibilitychange"))
    }
    const transition = (type: string) => events.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
    if (options.cookieStore !== false) stores.add(cookieStore)
    return {
      fetch: fetchFor(requests),
      location: {
        href: origin + path,
        origin,
        assign: (url: string | URL) => void visits.push(String(url)),
        reload: () => {},
      },
      document: {
        get cookie() {
          return jar(false)
        },
        get visibilityState() {
          return view.visible ? ("visible" as const) : ("hidden" as const)
        },
      },
      navigator: {
        ...(options.locks === false ? {} : { locks }),
        get onLine() {
          return browser.online
        },
      },
      ...(options.channels === false ? {} : { BroadcastChannel: channelFor(closing) }),
      cookieStore,
      navigation,
      addEventListener: (type, listener) => events.addEventListener(type, listener),
      removeEventListener: (type, listener) => events.removeEventListener(type, listener),
      visits,
      requests,
      show: () => turn(true),
      hide: () => turn(false),
      freeze: () => void transition("pagehide"),
      thaw: () => void transition("pageshow"),
      move: () => void navigation.dispatchEvent(new Event("navigatesuccess")),
      close: () => {
        transition("pagehide")
        for (const close of closing) close()
      },
    }
  }

  return Object.assign(browser, { open })
}
