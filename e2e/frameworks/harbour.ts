import { test as base } from "../test.ts"

import { FORM_POST_PORTS, type Framework } from "./frameworks.ts"
import { openHarbour, type Harbour } from "./open-harbour.ts"

export type { Harbour }

/** The options of a project in the Playwright configuration. */
export interface Options {
  framework: Framework
}

/** Opens a Harbour with other environment variables. */
export type Open = (env: Readonly<Record<string, string>>) => Promise<Harbour>

interface WorkerFixtures {
  harbour: Harbour
  /** As `open`, but the worker's tests share a Harbour with the same variables. For tests that change only their own users. */
  openShared: Open
}

interface Fixtures {
  /** Opens another Harbour with other environment variables. It is closed after the test. */
  open: Open
  /** Opens another Harbour whose identity provider responds with a form post, from an origin in the app's build. */
  openFormPost(): Promise<Harbour>
  /** The same site without a framework, at the same base path. */
  openBare(): Promise<Harbour>
  /** Skips the tests that the framework's row excludes. */
  rowSkips: void
  /** Attaches the app's output to a failed test. */
  said: void
}

/** Playwright's test with one Harbour for each worker, at `baseURL`. */
export const test = base.extend<Fixtures, Options & WorkerFixtures>({
  framework: [
    { name: "", folder: "", base: "", store: false },
    { option: true, scope: "worker" },
  ],
  harbour: [
    async ({ framework }, use) => {
      const harbour = await openHarbour(framework)
      await use(harbour)
      await harbour.stop()
    },
    { scope: "worker", timeout: 120_000 },
  ],
  openShared: [
    async ({ framework }, use) => {
      const opened: Record<string, Promise<Harbour>> = {}
      await eachClosed<Parameters<Open>>(
        (open) => use((env) => (opened[JSON.stringify(env)] ??= open(env))),
        (env) => openHarbour(framework, { env }),
      )
    },
    { scope: "worker" },
  ],
  rowSkips: [
    async ({ framework }, use, { title }) => {
      const why = framework.skip?.[title]
      test.skip(why !== undefined, why)
      await use()
    },
    { auto: true },
  ],
  said: [
    async ({ harbour }, use, testInfo) => {
      const before = harbour.said.length
      await use()
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach("what the app said", {
        body: harbour.said.slice(before).join(""),
        contentType: "text/plain",
      })
    },
    { auto: true },
  ],
  baseURL: async ({ harbour }, use) => use(harbour.origin),
  open: async ({ framework }, use) => {
    await eachClosed(use, (env) => openHarbour(framework, { env }))
  },
  openFormPost: async ({ framework }, use, { parallelIndex }) => {
    const idpPort = FORM_POST_PORTS[parallelIndex]
    if (idpPort === undefined) throw new Error(`FORM_POST_PORTS has none for worker ${parallelIndex}`)
    const env = { PEOPLE_RESPONSE_MODE: "form_post" }
    await eachClosed(use, () => openHarbour(framework, { env, idpPort }))
  },
  openBare: async ({ framework }, use) => {
    const opening = { command: "node e2e/frameworks/bare.ts", env: { BASE_PATH: framework.base } }
    await eachClosed(use, () => openHarbour(framework, opening))
  },
})

/** Provides a function that opens harbours, and closes them afterwards. */
async function eachClosed<Args extends unknown[]>(
  use: (open: (...args: Args) => Promise<Harbour>) => Promise<void>,
  open: (...args: Args) => Promise<Harbour>,
): Promise<void> {
  const opened: Promise<Harbour>[] = []
  await use((...args) => {
    const harbour = open(...args)
    opened.push(harbour)
    return harbour
  })
  const all = await Promise.allSettled(opened)
  await Promise.all(all.map((one) => one.status === "fulfilled" && one.value.stop()))
}

export { expect, type BrowserContext, type Page } from "../test.ts"
