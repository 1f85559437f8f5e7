// The ready-made actions with the kit's cards, as the documentation shows them
import type { Page } from "@playwright/test"
import { SHARED } from "./frameworks.ts"
import { expect, test } from "./harbour.ts"
import { KATHERINE, chooseAtPeople, expectSignedIn, expectSignedOut, fillPassword, signInWithPassword } from "./user.ts"

/** Both forms have a field for an email. */
const formWith = (page: Page, button: string | RegExp) =>
  page
    .getByRole("main")
    .locator("form")
    .filter({ has: page.getByRole("button", { name: button }) })
const passwordForm = (page: Page) => page.locator("form").filter({ has: page.getByLabel("Password", { exact: true }) })

async function expectRejected(page: Page) {
  const form = passwordForm(page)
  const alert = page.getByRole("alert").filter({ hasText: "Wrong email or password. Try again." })
  await expect(alert).toHaveCount(1)
  await expect(form.getByRole("alert")).toHaveText("Wrong email or password. Try again.")
  await expect(form.getByLabel("Email")).toHaveValue(KATHERINE.email)
  await expect(form.getByLabel("Password", { exact: true })).toHaveValue("")
  expect(new URL(page.url()).pathname).toBe("/signin")
}

/** Opens a card. If the card is hydrated, waits until the framework handles its form. */
async function openCard(page: Page, path: string, isScripted: boolean): Promise<void> {
  await page.goto(path)
  const reveal = page.locator("[data-reveal]")
  if (isScripted && (await reveal.count()) > 0) await expect(reveal.first()).toBeVisible()
  else if (isScripted) await page.waitForLoadState("networkidle") // a card without fields looks the same before and after hydration
  await page.evaluate(() => Object.assign(window, { loaded: "once" }))
}

/** Returns whether the page is still the opened one, without a navigation by a form. */
const isSamePage = (page: Page) => page.evaluate(() => "loaded" in window)

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled })

    test("a wrong password shows in its form and keeps the email, and the right one leads where I wanted", async ({
      page,
      framework,
    }) => {
      const isScripted = javaScriptEnabled && framework.scripted === true
      await openCard(page, "/signin?callbackUrl=%2Fprotected", isScripted)
      for (const password of ["orbit-the-moon", "orbit-the-sun"]) {
        await fillPassword(page, { password })
        await expectRejected(page)
      }
      expect(await isSamePage(page)).toBe(isScripted)
      await fillPassword(page)
      await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
      await expectSignedIn(page, KATHERINE.name)
    })

    test(
      "the account's built-in page leads to the sign-in and back, and shows the account",
      { tag: SHARED },
      async ({ page, framework }) => {
        await page.goto(`${framework.base}/account`)
        await page.waitForURL(/signin/)
        await fillPassword(page)
        await page.waitForURL(`**${framework.base}/account`)
        await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible()
        await expect(page.getByText(KATHERINE.email, { exact: true }).first()).toBeVisible()
        await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign out" }).first().click()])
        await page.goto(`${framework.base}/account`)
        await page.waitForURL(/signin/)
      },
    )

    test("the card with the ready-made action sends an email", { tag: SHARED }, async ({ page, harbour }) => {
      const address = `ready-${crypto.randomUUID()}@example.com`
      await page.goto("/signin")
      const form = formWith(page, "Continue with email")
      await form.getByLabel("Email").fill(address)
      await form.getByRole("button", { name: "Continue with email" }).click()
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
      await expect.poll(() => harbour.mails.some(({ recipients }) => recipients.includes(address))).toBe(true)
    })

    test("the card with the ready-made action leads to the OpenID provider and back", async ({ page }) => {
      await page.goto("/signin?callbackUrl=%2Fprotected")
      await page.getByRole("button", { name: "Continue with People" }).click()
      await chooseAtPeople(page, "Grace Hopper")
      await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
    })

    test(
      "a sign-in page of the app that posts to the ready-made action is used everywhere",
      { tag: SHARED },
      async ({ page, openShared }) => {
        const harbour = await openShared({ SIGN_IN_PAGE: "/signin" })
        await page.goto(`${harbour.origin}/protected`)
        await page.waitForURL(`${harbour.origin}/signin?**`)
        await fillPassword(page, { password: "orbit-the-moon" })
        await expectRejected(page)
        await fillPassword(page)
        await expect(page.getByRole("heading", { name: "Members only" })).toBeVisible()
        expect(page.url()).toBe(`${harbour.origin}/protected`)
      },
    )

    test("a rejected sign-out says so on the card, and the next one signs me out", async ({
      page,
      harbour,
      framework,
    }) => {
      const isScripted = javaScriptEnabled && framework.scripted === true
      await signInWithPassword(page, harbour.service, "/account")
      await openCard(page, "/signout", isScripted)
      await expect(page.getByRole("heading", { name: "Sign out" })).toBeVisible()
      const card = page.getByRole("main")
      await card.locator("form").evaluate((form) => {
        const foreign = Object.assign(document.createElement("input"), { type: "hidden", name: "redirectTo" })
        foreign.value = "https://evil.test/"
        form.append(foreign)
      })
      await card.getByRole("button", { name: "Sign out" }).click()
      await expect(card.getByRole("alert")).toHaveText("We couldn't sign you out. You're still signed in.")
      expect(await isSamePage(page)).toBe(isScripted)
      expect(new URL(page.url()).pathname).toBe("/signout")
      await expectSignedIn(page, KATHERINE.name)
      await page.goto("/signout")
      await card.getByRole("button", { name: "Sign out" }).click()
      await expectSignedOut(page)
      await expect(page).toHaveURL(`${harbour.origin}/`)
    })
  })
}
