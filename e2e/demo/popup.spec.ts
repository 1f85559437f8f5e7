import { expect, test, type Page } from "./nightbook.ts"
import { chooseAtPeople, expectSignedIn, expectSignedOut } from "./user.ts"

const TITLE = "Saturn, and no rings to speak of"
const NOTE = "Edge-on this year. Titan well to the east."

/** Writes half of an entry, and marks the page to detect a reload. */
async function write(page: Page) {
  await page.goto("/")
  await expectSignedOut(page)
  await page.getByLabel("Title").fill(TITLE)
  await page.getByLabel("Notes").fill(NOTE)
  await page.evaluate(() => document.body.setAttribute("data-marked", ""))
}

async function openWindow(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), pressKeep(page)])
  await expect(popup.getByRole("heading", { name: "Choose an account" })).toBeVisible()
  return popup
}

const pressKeep = (page: Page) => page.getByRole("button", { name: "Sign in with People and keep it" }).click()
const said = (page: Page) => page.getByRole("region", { name: "What did you see?" }).getByRole("status")

async function expectUntouched(page: Page) {
  await expect(page.locator("body[data-marked]")).toBeVisible()
  await expect(page.getByLabel("Title")).toHaveValue(TITLE)
  await expect(page.getByLabel("Notes")).toHaveValue(NOTE)
}

test("I sign in beside a half-written entry, which is kept, and my other tab knows me", async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto("/")
  await expectSignedOut(other)
  await write(page)
  const popup = await openWindow(page)
  expect(await popup.evaluate(() => window.opener), "the provider has no hold on the page").toBeNull()
  await expectUntouched(page)
  const closed = popup.waitForEvent("close")
  await chooseAtPeople(popup, "Ada Lovelace")
  await closed
  await expect(said(page)).toHaveText("Kept. It is in your journal.")
  await expect(page.locator("body[data-marked]")).toBeVisible()
  await expectSignedIn(page, "Ada Lovelace")
  await expectSignedIn(other, "Ada Lovelace")
  await other.goto("/journal")
  await expect(other.getByRole("heading", { name: TITLE })).toBeVisible()
})

test("I cancel at the provider or close the window, lose nothing, and sign in after all", async ({ page }) => {
  await write(page)
  const cancelled = await openWindow(page)
  const closed = cancelled.waitForEvent("close")
  await cancelled.getByRole("button", { name: "Cancel" }).click()
  await closed
  await expect(said(page)).toHaveText("You are not signed in. What you wrote is still here.")
  await expectUntouched(page)

  const dismissed = await openWindow(page)
  await dismissed.close()
  await expect(said(page)).toHaveText("You are not signed in. What you wrote is still here.")
  await expectUntouched(page)
  await expectSignedOut(page)

  await chooseAtPeople(await openWindow(page), "Grace Hopper")
  await expect(said(page)).toHaveText("Kept. It is in your journal.")
})

/** Tracks the opened window and which page has the focus, because in Playwright every page has it. */
async function writeBehind(page: Page) {
  await page.addInitScript(() => {
    const open = window.open.bind(window)
    window.open = (...given) => (Reflect.set(window, "opened", open(...given)), Reflect.get(window, "opened"))
    document.hasFocus = () => !document.body.hasAttribute("data-behind")
  })
  await write(page)
  await page.evaluate(() => document.body.setAttribute("data-behind", ""))
}

/** Opens Henrietta's page, which cuts the window off from its opener. */
async function becomeHenrietta(page: Page): Promise<Page> {
  const popup = await openWindow(page)
  await popup.getByRole("button", { name: /Henrietta Leavitt/ }).click()
  await expect(popup.getByRole("button", { name: "Allow" })).toBeVisible()
  const seemsClosed = () => page.evaluate(() => (Reflect.get(window, "opened") as Window).closed) // stored above
  await expect.poll(seemsClosed, "the window is cut off").toBe(true)
  return popup
}

async function allow(popup: Page) {
  const closed = popup.waitForEvent("close")
  await popup.getByRole("button", { name: "Allow" }).click()
  await closed
}

test("a provider that cuts its window off changes nothing", async ({ page }) => {
  await writeBehind(page)
  const popup = await becomeHenrietta(page)
  await expect(said(page)).toContainText("Continue in the pop-up window.")
  await allow(popup)
  await expect(said(page)).toHaveText("Kept. It is in your journal.")
  await expectSignedIn(page, "Henrietta Leavitt")
})

test("where the window was cut off, coming back ends the waiting, and going on there signs me in", async ({ page }) => {
  await writeBehind(page)
  const popup = await becomeHenrietta(page)
  await page.evaluate(() => document.body.removeAttribute("data-behind"))
  await expect(said(page)).toHaveText("You are not signed in. What you wrote is still here.")
  await allow(popup)
  await expectSignedIn(page, "Henrietta Leavitt")
  await expectUntouched(page)
})

test("without the page that opened it, the window says that I am signed in, and leads on", async ({
  page,
  context,
}) => {
  await write(page)
  const popup = await openWindow(page)
  await page.close()
  await chooseAtPeople(popup, "Grace Hopper")
  await expect(popup.getByRole("heading", { name: "You're signed in" })).toBeVisible()
  await expect(popup.getByText("You can close this window.")).toBeVisible()
  await popup.getByRole("link", { name: "Continue" }).click()
  await expectSignedIn(popup, "Grace Hopper")
  expect(context.pages()).toHaveLength(1)
})

test("rejects another site that opens the popup's final page (threat 315)", async ({ page, baseURL }) => {
  await page.route("http://evil.localhost/", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Evil</title><button>Open</button>" }),
  )
  await page.goto("http://evil.localhost/")
  await page.evaluate((url) => {
    const heard: unknown[] = []
    addEventListener("message", ({ data }) => heard.push(data))
    const channel = new BroadcastChannel("latchkit,popup,0123456789abcdef")
    channel.onmessage = ({ data }) => (heard.push(data), channel.postMessage("heard"))
    const opened = window.open(`${url}/auth/popup?attempt=0123456789abcdef`)
    Object.assign(window, { heard, look: () => ({ heard, closed: opened?.closed, frames: opened?.length }) })
  }, baseURL)
  const [, victim] = await expect
    .poll(() => page.context().pages().length)
    .toBe(2)
    .then(() => page.context().pages())
  await victim?.waitForLoadState("networkidle")
  const seen = await page.evaluate(() => (Reflect.get(window, "look") as () => unknown)()) // defined above
  expect(seen).toEqual({ heard: [], closed: true, frames: 0 }) // browsers report a page that cut off its opener as closed
  expect(victim?.isClosed()).toBe(false)
})
