// Counts the session store's requests and renders in Chromium: five tabs, polling every 5 s, one focus change, one sign-out.
import { existsSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { chromium, type BrowserContext, type Page } from "@playwright/test"

import { startHarness } from "../client/harness.ts"
import { focus, signOut } from "../client/tabs.ts"

const TABS = 5
const POLL = 5
const POLLED = 6
const system = process.env["LATCHKIT_CHROMIUM"] ?? "/usr/bin/chromium"

/** Requests for the session, in all tabs. */
export interface StoreCounts {
  opening: number
  /** Requests during six polls. */
  polls: number
  focus: number
  signOut: number
  /** Renders of the component that rendered most, during those polls. */
  renders: number
}

/** Counts the requests and renders of one user's five tabs. */
export async function storeCounts(): Promise<StoreCounts> {
  const harness = await startHarness()
  const executable = existsSync(system) ? { executablePath: system } : {}
  const browser = await chromium.launch({ ...executable, args: ["--no-sandbox"] })
  const count = () => harness.requests.filter((entry) => entry === "GET /auth/session").length
  try {
    return await countIn(await browser.newContext(), `${harness.origin}/react?refetchInterval=${POLL}`, count)
  } finally {
    await browser.close()
    await harness.close()
  }
}

async function countIn(context: BrowserContext, url: string, count: () => number): Promise<StoreCounts> {
  const first = await open(context, url, "nobody")
  await first.evaluate(() => window.latchkit.signIn("credentials", { name: "Ada", redirect: false }))
  await first.close()
  const during = async (act: () => Promise<unknown>) => {
    const before = count()
    await act()
    return count() - before
  }
  const pages: Page[] = []
  const opening = await during(async () => {
    pages.push(...(await Promise.all(Array.from({ length: TABS }, () => open(context, url, "Ada")))))
    await pause(1500)
  })
  const rendered = () =>
    Promise.all(pages.map((page) => page.evaluate(() => Number(document.documentElement.dataset["renders"]))))
  const before = await rendered()
  const polls = await during(() => pause(POLLED * POLL * 1000))
  const after = await rendered()
  const [looked, left] = pages
  if (!looked || !left) throw new Error("There are five tabs")
  return {
    opening,
    polls,
    renders: Math.max(...after.map((number, at) => number - (before[at] ?? 0))),
    focus: await during(() => focus(looked).then(() => pause(500))),
    signOut: await during(() => signOut(left).then(() => pause(1000))),
  }
}

async function open(context: BrowserContext, url: string, name: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator("#who", { hasText: name }).waitFor()
  return page
}
