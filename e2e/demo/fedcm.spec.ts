import type { CDPSession, Page } from "@playwright/test"
import { withClient } from "./client-script.ts"
import { test as base, expect } from "./nightbook.ts"
import { startDemo } from "./start.ts"
import { chooseAtPeople } from "./user.ts"

/** The demo with FedCM. */
const test = base.extend<object, { demo: string }>({
  demo: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use, { parallelIndex }) => {
      const { url, stop } = await startDemo(4307 + parallelIndex * 10, "fedcm")
      await use(url)
      await stop()
    },
    { scope: "worker" },
  ],
})

test.describe.configure({ mode: "default" }) // in one worker, because each starts a demo and a browser

interface Dialog {
  dialogId: string
  dialogType: string
  accounts: { accountId: string; name: string }[]
}

/** The browser's account chooser. */
interface Chooser {
  session: CDPSession
  /** Resolves to the next dialog. Call it before the click. */
  next(): Promise<Dialog>
  choose(dialog: Dialog): Promise<void>
  dismiss(dialog: Dialog): Promise<void>
}

async function watchChooser(page: Page): Promise<Chooser> {
  const session = await page.context().newCDPSession(page)
  await session.send("FedCm.enable", { disableRejectionDelay: true })
  return {
    session,
    next: () => new Promise((resolve) => session.once("FedCm.dialogShown", resolve)),
    choose: async ({ dialogId }) => void (await session.send("FedCm.selectAccount", { dialogId, accountIndex: 0 })),
    dismiss: async ({ dialogId }) => void (await session.send("FedCm.dismissDialog", { dialogId })),
  }
}

/** Signs a person in at the provider's own site. */
async function signInAtProvider(page: Page, sub: string): Promise<void> {
  const { configURL } = (await (await page.request.get("/auth/fedcm/people")).json()) as { configURL: string } // the shape of the response
  await page.goto(new URL(`/fedcm/login?sub=${sub}`, configURL).href)
}

/** Returns the email of the signed-in user, or `undefined`. */
async function signedInAs(page: Page): Promise<string | undefined> {
  const session = (await (await page.request.get("/auth/session")).json()) as { user?: { email?: string } } | null
  return session?.user?.email
}

test("the built-in page signs in with the browser's account chooser, without leaving for the provider", async ({
  page,
}) => {
  await signInAtProvider(page, "person-ada")
  const chooser = await watchChooser(page)
  await page.goto("/auth/signin?callbackUrl=%2Fjournal")
  const visited: string[] = []
  page.on("framenavigated", (frame) => void visited.push(new URL(frame.url()).pathname))
  const shown = chooser.next()
  await page.getByRole("button", { name: "Continue with People" }).click()
  const dialog = await shown
  expect(dialog.accounts.map(({ name }) => name)).toEqual(["Ada Lovelace"])
  const loaded = page.waitForURL(/\/journal$/)
  await chooser.choose(dialog)
  await loaded
  expect(await signedInAs(page)).toBe("ada@people.example")
  expect(visited).toEqual(["/journal"])
})

test("an app's own card does the same", async ({ page }) => {
  await signInAtProvider(page, "person-grace")
  const chooser = await watchChooser(page)
  await page.goto("/sign-in?callbackUrl=%2Fjournal")
  const shown = chooser.next()
  await page.getByRole("button", { name: "Continue with People" }).click()
  const loaded = page.waitForURL(/\/journal$/)
  await chooser.choose(await shown)
  await loaded
  expect(await signedInAs(page)).toBe("grace@people.example")
})

test("a user who closes the account chooser goes on at the provider", async ({ page }) => {
  await signInAtProvider(page, "person-ada")
  const chooser = await watchChooser(page)
  await page.goto("/auth/signin?callbackUrl=%2Fjournal")
  const shown = chooser.next()
  await page.getByRole("button", { name: "Continue with People" }).click()
  const left = page.waitForURL(/\/interaction\//)
  await chooser.dismiss(await shown)
  await left
  await chooseAtPeople(page, "Ada Lovelace")
  await expect.poll(() => signedInAs(page)).toBe("ada@people.example")
})

test("the built-in sign-out page keeps the browser from signing in by itself", async ({ page }) => {
  await page.addInitScript(() => {
    CredentialsContainer.prototype.preventSilentAccess = async () => void sessionStorage.setItem("prevented", "yes")
  })
  await page.goto("/auth/signout?callbackUrl=%2F")
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.waitForURL((url) => url.pathname === "/")
  expect(await page.evaluate(() => sessionStorage.getItem("prevented"))).toBe("yes")
})

test.describe("on an app's page", () => {
  test.use({ bypassCSP: true }) // the demo allows only its own scripts, and this test adds one

  test("one tap signs in without a click, and not again by itself after a sign-out", async ({ page }) => {
    await signInAtProvider(page, "person-ada")
    const chooser = await watchChooser(page)
    await page.goto("/")
    const shown = chooser.next()
    const result = withClient(page, ({ oneTap }) => oneTap({ redirect: false }))
    await chooser.choose(await shown)
    expect(await result).toMatchObject({ ok: true })
    expect(await signedInAs(page)).toBe("ada@people.example")
    await withClient(page, ({ signOut }) => signOut({ redirect: false }))
    expect(await signedInAs(page)).toBeUndefined()
    const asked = chooser.next()
    const again = withClient(page, ({ oneTap }) => oneTap({ redirect: false }))
    const dialog = await asked
    expect(dialog.dialogType).toBe("AccountChooser") // and not a sign-in by itself
    await chooser.dismiss(dialog)
    expect(await again).toMatchObject({ ok: false, error: "Cancelled" })
    expect(await signedInAs(page)).toBeUndefined()
  })
})
