// Measures what a page loads for its session, and when it knows the session on a slow network.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { chromium, type Browser } from "@playwright/test"
import { median } from "../measure.ts"
import { APPS, buildWithEsbuild, buildWithNext, buildWithVite, type App, type Bundle } from "./bundles.ts"
import { openNextSite } from "./next-site.ts"
import { openSite, type Site } from "./site.ts"

const system = process.env["LATCHKIT_HEADLESS_SHELL"] ?? "/usr/bin/chromium"
const ROUNDS = 3
/** "Slow 3G" of Chromium's developer tools. Bytes per second, and milliseconds. */
const SLOW_3G = { offline: false, latency: 2000, downloadThroughput: 51_200, uploadThroughput: 51_200 }

/** A page's scripts, in bytes after gzip and in files. */
export interface Scripts {
  first: number
  known: number
  /** With the scripts that the page loads by itself afterwards. */
  all: number
  files: number
}

export type BundlerName = "vite" | "esbuild" | "next (Turbopack)" | "next (webpack)"

/** When a page knows its session, and when the form of `signIn` leaves it, in milliseconds. */
export interface SlowLoad {
  name: string
  known: number
  posted?: number | undefined
}

export interface ClientLoad {
  scripts: Record<BundlerName, Record<App, Scripts>>
  slow: SlowLoad[]
}

/** Builds every page with every bundler, and loads them in Chromium. */
export async function clientLoad(): Promise<ClientLoad> {
  const executable = existsSync(system) ? { executablePath: system } : {}
  const browser = await chromium.launch({ ...executable, args: ["--no-sandbox"] })
  try {
    const withVite = await builtWith(buildWithVite)
    const withEsbuild = await builtWith(buildWithEsbuild)
    return {
      scripts: {
        vite: await measureScripts(browser, withVite),
        esbuild: await measureScripts(browser, withEsbuild),
        "next (Turbopack)": await nextScripts(browser, "turbopack"),
        "next (webpack)": await nextScripts(browser, "webpack"),
      },
      slow: await slowLoads(browser, withVite),
    }
  } finally {
    await browser.close()
  }
}

async function builtWith(build: (app: App) => Promise<Bundle>): Promise<Record<App, Bundle>> {
  const bundles: [App, Bundle][] = []
  for (const app of APPS) bundles.push([app, await build(app)])
  return Object.fromEntries(bundles) as Record<App, Bundle> // every app has been built
}

async function measureScripts(browser: Browser, bundles: Record<App, Bundle>): Promise<Record<App, Scripts>> {
  const site = await openSite(Object.fromEntries(APPS.map((app) => [`/${app}`, bundles[app]])))
  try {
    const rows: [App, Scripts][] = []
    for (const app of APPS) {
      const loaded = await loadedScripts(browser, `${site.origin}/${app}`)
      const size = (path: string) => site.sizes.get(path) ?? 0
      const first = sum(bundles[app].first.map((file) => size(`/${app}/${file}`)))
      const sizes = (urls: Iterable<string>) => sum([...urls].map((url) => size(new URL(url).pathname)))
      rows.push([
        app,
        { first, known: sizes(loaded.known.keys()), all: sizes(loaded.all.keys()), files: loaded.all.size },
      ])
    }
    return Object.fromEntries(rows) as Record<App, Scripts> // every app has a row
  } finally {
    await site.close()
  }
}

async function nextScripts(browser: Browser, bundler: "turbopack" | "webpack"): Promise<Record<App, Scripts>> {
  const site = await openNextSite(buildWithNext(bundler))
  try {
    const rows: [App, Scripts][] = []
    for (const app of APPS) {
      const html = await (await fetch(`${site.origin}/${app}`)).text()
      const tags = [...html.matchAll(/<script src="([^"]+)"(?![^>]*nomodule)/gi)].map(([, src = ""]) => src)
      const loaded = await loadedScripts(browser, `${site.origin}/${app}`)
      const isFirst = (url: string) => tags.some((src) => new URL(src, site.origin).href === url)
      const first = sum([...loaded.all].flatMap(([url, size]) => (isFirst(url) ? [size] : [])))
      const [known, all] = [sum([...loaded.known.values()]), sum([...loaded.all.values()])]
      rows.push([app, { first, known, all, files: loaded.all.size }])
    }
    return Object.fromEntries(rows) as Record<App, Scripts> // every app has a row
  } finally {
    await site.close()
  }
}

/** Returns the scripts that a page has loaded when it knows the session, and a while later, with their sizes in transit. */
async function loadedScripts(browser: Browser, url: string) {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on("pageerror", ({ message }) => errors.push(message))
  try {
    await page.goto(url)
    await page
      .waitForFunction(() => window.known !== undefined, undefined, { timeout: 10_000 })
      .catch((cause: unknown) => {
        throw new Error(`${url} never knows its session: ${errors.join()}`, { cause })
      })
    await page.waitForLoadState("networkidle")
    const entries = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => /\.js$/.test(new URL(name).pathname))
        .map(({ name, encodedBodySize, responseEnd }) => ({
          script: [name, encodedBodySize] as const,
          isFirst: responseEnd <= (window.known ?? 0),
        })),
    )
    const known = entries.filter(({ isFirst }) => isFirst)
    return { known: new Map(known.map(({ script }) => script)), all: new Map(entries.map(({ script }) => script)) }
  } finally {
    await page.close()
  }
}

// The session's URL is known to a server that renders the page, and the script's to the bundler
const PRELOAD_SESSION = '<link rel="preload" href="/api/auth/session" as="fetch" crossorigin="anonymous">'

const preloadScripts = (app: App, { folder }: Bundle) =>
  readdirSync(join(folder, "assets"))
    .filter((file) => file.startsWith("full-client"))
    .map((file) => `<link rel="modulepreload" href="/${app}/assets/${file}">`)
    .join("")

/** A page on a site of its own, and when it was ready in each round. */
interface Contestant {
  name: string
  site: Site
  url: string
  rounds: { known: number; posted: number | undefined }[]
}

/** Loads pages on Slow 3G in turns, each with an empty cache. */
async function slowLoads(browser: Browser, bundles: Record<App, Bundle>): Promise<SlowLoad[]> {
  const hints = PRELOAD_SESSION + preloadScripts("latchkit-sign-in", bundles["latchkit-sign-in"])
  const pages: [name: string, app: App, head: string][] = [
    ["Latchkit, with preloads of the session and the store", "latchkit-sign-in", hints],
    ["Latchkit, with a preload of the session", "latchkit-sign-in", PRELOAD_SESSION],
    ["Latchkit, without preloads", "latchkit-sign-in", ""],
    ["next-auth", "next-auth-sign-in", ""],
    ["better-auth", "better-auth", ""],
  ]
  const contestants: Contestant[] = []
  for (const [name, app, head] of pages) {
    const site = await openSite({ [`/${app}`]: { ...bundles[app], head } })
    contestants.push({ name, site, url: `${site.origin}/${app}`, rounds: [] })
  }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const { url, rounds } of contestants) rounds.push(await slowLoad(browser, url))
    }
    return contestants.map(({ name, rounds }) => ({
      name,
      known: median(rounds.map(({ known }) => known)) ?? 0,
      posted: median(rounds.flatMap(({ posted }) => posted ?? [])),
    }))
  } finally {
    for (const { site } of contestants) await site.close()
  }
}

async function slowLoad(browser: Browser, url: string): Promise<{ known: number; posted: number | undefined }> {
  const context = await browser.newContext() // an empty cache
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send("Network.enable")
    await devtools.send("Network.emulateNetworkConditions", SLOW_3G)
    await page.goto(url, { waitUntil: "commit" })
    const known = await (await page.waitForFunction(() => window.known)).jsonValue()
    const posted = await page.evaluate(
      () =>
        new Promise<number | undefined>((resolve) => {
          if (!window.press) return resolve(undefined)
          const { fetch } = window
          const start = performance.now()
          window.fetch = (input, init) => {
            if (init?.method?.toUpperCase() === "POST") resolve(performance.now() - start)
            return fetch(input, init)
          }
          void window.press()
        }),
    )
    return { known: known ?? 0, posted }
  } finally {
    await context.close()
  }
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)
