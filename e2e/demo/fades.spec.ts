import { expect, test, type Page } from "./nightbook.ts"
import { askForMail, openMail } from "./user.ts"

declare global {
  interface Window {
    /** Whether the page faded in. `undefined` until it is revealed. */
    fadedIn?: boolean
  }
}

/** Waits until a page is revealed, and returns whether it faded in. */
async function fadedIn(page: Page): Promise<boolean> {
  await expect.poll(() => page.evaluate(() => window.fadedIn)).toBeDefined()
  return page.evaluate(() => window.fadedIn === true)
}

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  const fades = reducedMotion === "no-preference"

  test(`built-in pages fade into each other, with reduced motion: ${reducedMotion}`, async ({ page, context }) => {
    const errors: string[] = []
    page.on("pageerror", ({ message }) => errors.push(message))
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(() =>
      addEventListener("pagereveal", ({ viewTransition }) => (window.fadedIn = viewTransition !== null)),
    )
    const email = () => `${crypto.randomUUID().slice(0, 8)}@example.com`
    const asked = { email: "" }
    // A browser skips the fade if the next page takes seconds, on a busy machine
    await expect(async () => {
      asked.email = email()
      await page.goto("/auth/signin")
      await askForMail(page, asked.email)
      expect(await fadedIn(page)).toBe(fades) // from the sign-in page
    }).toPass()

    const link = (await openMail(await context.newPage(), asked.email)).getByRole("link", { name: "Sign in" })
    const href = await link.getAttribute("href")
    await context.clearCookies() // so that the link asks first
    await page.bringToFront()
    await expect(async () => {
      await page.goto("/auth/verify-request")
      await page.evaluate((to) => location.assign(to ?? ""), href)
      await expect(page.getByRole("heading", { name: "Confirm it's you" })).toBeVisible()
      expect(await fadedIn(page)).toBe(fades) // from the page that says to check the email
    }).toPass()

    await page.getByRole("button", { name: /^Continue as/ }).click()
    await page.waitForURL((url) => !url.pathname.startsWith("/auth/"))
    expect(await fadedIn(page)).toBe(false) // the app's own page has no rule for it
    expect(errors).toEqual([])
  })
}
