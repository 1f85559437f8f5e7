import type { BrowserContext, Page } from "@playwright/test"
import { expect, test } from "@playwright/test"

import type { Harness } from "./harness.ts"
import { startHarness } from "./harness.ts"

declare global {
  interface Window {
    latchkit: typeof import("../../client/index.ts")
  }
}

const FRAMEWORKS = ["react", "solid", "svelte"] as const
const served: { harness?: Harness } = {}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  served.harness = await startHarness(FRAMEWORKS)
})
test.afterAll(() => served.harness?.close())
test.beforeEach(() => {
  harness().requests.length = 0
  harness().answers.clear()
})

function harness(): Harness {
  if (!served.harness) throw new Error("The harness did not start")
  return served.harness
}

const gets = () => harness().requests.filter((entry) => entry === "GET /auth/session").length
const who = (page: Page) => page.locator("#who")

async function open(context: BrowserContext, query = "", framework = "react"): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${harness().origin}/${framework}?${query}`)
  return page
}

const signInAs = (page: Page, name: string) =>
  page.evaluate((person) => window.latchkit.signIn("credentials", { name: person, redirect: false }), name)

const signOut = (page: Page) => page.evaluate(() => window.latchkit.signOut({ redirect: false }))

const focus = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event("visibilitychange")))

async function signedIn(context: BrowserContext, tabs: number, query = "") {
  const first = await open(context, query)
  await expect(who(first)).toHaveText("unauthenticated: nobody")
  await signInAs(first, "Ada")
  const others = await Promise.all(Array.from({ length: tabs - 1 }, () => open(context, query)))
  for (const page of [first, ...others]) await expect(who(page)).toHaveText("authenticated: Ada")
  return [first, ...others]
}

test("ten tabs opened together make one request, one focus one, a sign-out none", async ({ context }) => {
  const [first] = await signedIn(context, 1)
  await first?.close()
  harness().requests.length = 0
  const tabs = await Promise.all(Array.from({ length: 10 }, () => open(context)))
  for (const page of tabs) await expect(who(page)).toHaveText("authenticated: Ada")
  expect(gets()).toBe(1)

  await tabs[0]?.waitForTimeout(1500)
  await Promise.all([tabs[3]].map((page) => page && focus(page)))
  await expect.poll(gets).toBe(2)
  await tabs[0]?.waitForTimeout(500)
  expect(gets()).toBe(2)

  const [, second] = tabs
  if (second) await signOut(second)
  for (const page of tabs) await expect(who(page)).toHaveText("unauthenticated: nobody", { timeout: 1000 })
  await second?.waitForTimeout(1000)
  expect(gets()).toBe(2)
})

test("a poll is one request for all tabs and renders nobody; a closed leader is followed", async ({ context }) => {
  const tabs = await signedIn(context, 5, "refetchInterval=2")
  const [first, second] = tabs
  const renders = () => second?.evaluate(() => document.documentElement.dataset["renders"])
  const before = await renders()
  harness().requests.length = 0
  await second?.waitForTimeout(8100)
  expect(gets()).toBeGreaterThanOrEqual(3)
  expect(gets()).toBeLessThanOrEqual(5)
  expect(await renders()).toBe(before)
  await first?.close()
  harness().requests.length = 0
  await second?.waitForTimeout(2500)
  expect(gets()).toBeGreaterThanOrEqual(1)
  expect(gets()).toBeLessThanOrEqual(2)
})

for (const framework of FRAMEWORKS) {
  test(`${framework}: a sign-in in one tab is seen in the others without a reload, and so is the sign-out`, async ({
    context,
  }) => {
    const tabs = await Promise.all(Array.from({ length: 3 }, () => open(context, "", framework)))
    for (const page of tabs) await expect(who(page)).toHaveText("unauthenticated: nobody")
    harness().requests.length = 0
    if (tabs[1]) await signInAs(tabs[1], "Ada")
    for (const page of tabs) await expect(who(page)).toHaveText("authenticated: Ada", { timeout: 2000 })
    expect(gets()).toBeLessThanOrEqual(2)
    harness().requests.length = 0
    if (tabs[2]) await signOut(tabs[2])
    for (const page of tabs) await expect(who(page)).toHaveText("unauthenticated: nobody", { timeout: 1000 })
    expect(gets()).toBe(0)
  })

  test(`${framework}: a sign-out shows before the service has answered, and is taken back when it fails`, async ({
    context,
  }) => {
    const [first] = await signedIn(context, 1)
    const page = await open(context, "", framework)
    await expect(who(page)).toHaveText("authenticated: Ada")
    harness().answers.set("/auth/signout", { delay: 5000, status: 500, body: "" })
    const result = signOut(page)
    await expect(who(page)).toHaveText("unauthenticated: nobody", { timeout: 4000 })
    expect(await result).toMatchObject({ ok: false })
    await expect(who(page)).toHaveText("authenticated: Ada")
    if (first) await expect(who(first)).toHaveText("authenticated: Ada")
  })

  test(`${framework}: a sign-in by a form post beside the client is seen without a reload`, async ({ context }) => {
    const page = await open(context, "", framework)
    await expect(who(page)).toHaveText("unauthenticated: nobody")
    await page.evaluate(async () => {
      const { csrfToken } = await (await fetch("/auth/csrf")).json()
      const body = new URLSearchParams({ csrfToken, name: "Ada" })
      await fetch("/auth/callback/credentials", { method: "POST", body })
    })
    await expect(who(page)).toHaveText("authenticated: Ada", { timeout: 2000 })
  })

  test(`${framework}: a page that requires a session sends a visitor to the sign-in page`, async ({ context }) => {
    const page = await context.newPage()
    await page.goto(`${harness().origin}/${framework}?required=true`)
    await page.waitForURL(/\/auth\/signin\?/)
    const query = new URL(page.url()).searchParams
    expect(query.get("error")).toBe("SessionRequired")
    expect(query.get("callbackUrl")).toContain(`/${framework}?required=true`)
  })
}

test("without Web Locks and BroadcastChannel every tab is still right", async ({ context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "locks", { value: undefined })
    Object.defineProperty(window, "BroadcastChannel", { value: undefined })
  })
  const tabs = await signedIn(context, 3)
  if (tabs[0]) await signOut(tabs[0])
  for (const page of tabs) await expect(who(page)).toHaveText("unauthenticated: nobody")
})

for (const framework of FRAMEWORKS) {
  for (const person of ["Ada", "nobody"]) {
    test(`${framework} hydrates ${person} without a request, a warning or a changed text`, async ({ context }) => {
      if (person === "Ada") await signedIn(context, 1)
      const page = await context.newPage()
      const warnings: string[] = []
      page.on("console", (message) => warnings.push(message.text()))
      page.on("pageerror", (error) => warnings.push(error.message))
      await page.addInitScript(() => {
        const changes: string[] = []
        Object.assign(window, { changes })
        new MutationObserver((records) => {
          for (const { type, target } of records) {
            if (type === "characterData" || target.parentElement?.closest("#root")) changes.push(type)
          }
        }).observe(document, { subtree: true, characterData: true, childList: true })
      })
      harness().requests.length = 0
      const response = await page.goto(`${harness().origin}/${framework}?ssr=1`)
      const text = person === "Ada" ? "authenticated: Ada" : "unauthenticated: nobody"
      expect((await response?.text())?.replaceAll("<!-- -->", "")).toContain(`${text}</p>`)
      await page.waitForTimeout(3000)
      await expect(who(page)).toHaveText(text)
      expect(gets()).toBe(0)
      expect(warnings).toEqual([])
      expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes.filter((type) => type === "characterData"))).toEqual([]) // prettier-ignore
    })
  }
}

test("attack 312: a script URL from the service is not followed", async ({ context }) => {
  const [page] = await signedIn(context, 1)
  for (const url of ["javascript:document.title='owned'", "data:text/html,owned", "https://evil.test/"]) {
    harness().answers.set("/auth/signout", { body: JSON.stringify({ url }) })
    await page?.evaluate(() => window.latchkit.signOut())
    await page?.waitForTimeout(200)
    expect(await page?.title()).toBe("Who")
    expect(page?.url()).toContain(harness().origin)
  }
})

test("attack 314: an answer that is no session signs nobody in and nobody out", async ({ context }) => {
  const [page] = await signedIn(context, 1)
  for (const [status, body] of [
    [200, "<p>"],
    [500, `{"message":"no"}`],
    [503, "null"],
    [200, "[]"],
  ] as const) {
    harness().answers.set("/auth/session", { status, body })
    await page?.waitForTimeout(1100)
    if (page) await focus(page)
    await page?.waitForTimeout(200)
    if (page) await expect(who(page)).toHaveText("authenticated: Ada")
  }
})

test("attack 315: ten thousand forged messages change nothing", async ({ context }) => {
  const [page] = await signedIn(context, 2)
  harness().requests.length = 0
  await page?.evaluate(() => {
    const frame = document.body.appendChild(document.createElement("iframe"))
    const Channel = (frame.contentWindow as typeof window | null)?.BroadcastChannel ?? BroadcastChannel
    const channel = new Channel("latchkit,session,/auth")
    const version = /latchkit\.version=([^;]*)/.exec(document.cookie)?.[1]
    const admin = { user: { name: "admin" }, expires: "2099-01-01T00:00:00.000Z" }
    for (let nth = 0; nth < 5000; nth++) {
      channel.postMessage({ says: admin, version, at: Date.now() })
      channel.postMessage({ event: "session", data: admin })
    }
  })
  await page?.waitForTimeout(3000)
  for (const tab of context.pages()) await expect(who(tab)).toHaveText("authenticated: Ada")
  expect(gets()).toBeLessThanOrEqual(8)
})

test("attack 316: a slow answer does not undo a sign-out", async ({ context }) => {
  const [page, other] = await signedIn(context, 2)
  await page?.waitForTimeout(1100)
  harness().answers.set("/auth/session", { delay: 1000 })
  if (other) await focus(other)
  if (page) await focus(page)
  await page?.waitForTimeout(200)
  if (page) await signOut(page)
  for (let nth = 0; nth < 10; nth++) {
    for (const tab of context.pages()) await expect(who(tab)).toHaveText("unauthenticated: nobody")
    await page?.waitForTimeout(200)
  }
})

test("attack 317: a page that comes back never shows who was there before", async ({ context }) => {
  const [page, other] = await signedIn(context, 2)
  await page?.goto(`${harness().origin}/solid`)
  if (other) {
    await signOut(other)
    await signInAs(other, "Eve")
  }
  await page?.goBack()
  const seen = await page?.evaluate(async () => {
    const texts = new Set<string>()
    for (let frame = 0; frame < 30; frame++) {
      texts.add(document.querySelector("#who")?.textContent ?? "")
      await new Promise(requestAnimationFrame)
    }
    return [...texts]
  })
  expect(seen).not.toContain("authenticated: Ada")
  if (page) await expect(who(page)).toHaveText("authenticated: Eve")
})

test("attack 322: nothing of a session is stored", async ({ context }) => {
  const [page] = await signedIn(context, 1)
  const stored = await page?.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    history: history.state,
    cookie: document.cookie,
  }))
  expect(stored).toMatchObject({ local: {}, session: {}, databases: [], caches: [], history: null })
  expect(stored?.cookie).toMatch(/^latchkit\.version=[0-9a-f]+$/)
})
