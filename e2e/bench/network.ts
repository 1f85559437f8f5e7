// Counts what the session store asks and renders: 5 tabs, 30 s, a poll of 5 s, one focus change, one sign-out; in real Chromium.
import { existsSync } from "node:fs"
import { chromium } from "@playwright/test"

import { startHarness } from "../client/harness.ts"

declare global {
  interface Window {
    latchkit: Pick<typeof import("../../client/index.ts"), "getSession" | "signIn" | "signOut">
  }
}

const TABS = 5
const system = "/usr/bin/chromium"
const harness = await startHarness()
const browser = await chromium.launch({
  ...(existsSync(system) ? { executablePath: system } : {}),
  args: ["--no-sandbox"],
})
const context = await browser.newContext()
const count = () => harness.requests.filter((entry) => entry === "GET /auth/session").length

async function counted(act: () => Promise<unknown>): Promise<number> {
  const before = count()
  await act()
  return count() - before
}

async function open() {
  const page = await context.newPage()
  await page.goto(`${harness.origin}/react?refetchInterval=5`)
  await page
    .locator("#who", { hasText: "nobody" })
    .or(page.locator("#who", { hasText: "Ada" }))
    .waitFor()
  return page
}

const first = await open()
await first.evaluate(() => window.latchkit.signIn("credentials", { name: "Ada", redirect: false }))
await first.close()

const pages: Awaited<ReturnType<typeof open>>[] = []
const opening = await counted(async () => pages.push(...(await Promise.all(Array.from({ length: TABS }, open)))))
const renders = () =>
  Promise.all(pages.map((page) => page.evaluate(() => Number(document.documentElement.dataset["renders"]))))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
await pause(1500)
const before = await renders()
const polls = await counted(() => pause(30_500))
const after = await renders()
const focus = await counted(async () => {
  await pages[2]?.evaluate(() => void window.dispatchEvent(new Event("visibilitychange")))
  await pause(500)
})
const leaving = await counted(async () => {
  await pages[3]?.evaluate(() => window.latchkit.signOut({ redirect: false }))
  await pause(1000)
})

console.table({
  "requests to open all tabs": opening,
  "requests of polls in 32 s": polls,
  "requests of a focus": focus,
  "requests of a sign-out": leaving,
  "session requests in all": opening + polls + focus + leaving,
  "renders of a consumer in all polls": Math.max(...after.map((number, at) => number - (before[at] ?? 0))),
})
await browser.close()
await harness.close()
