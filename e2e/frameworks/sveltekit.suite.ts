// Remote functions, as stories/docs/sveltekit-remote.mdx shows them
import type { Page } from "@playwright/test"
import { expect, test } from "./harbour.ts"
import { KATHERINE, fillPassword } from "./user.ts"

const greeting = (page: Page) => page.getByText(`Hello ${KATHERINE.email}`)

/** Follows a link as SvelteKit's own script does, so that the page's queries are requests of their own. */
async function follow(page: Page, path: string): Promise<void> {
  await page.goto("/", { waitUntil: "networkidle" })
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement("a"), { href: to, textContent: "Go on" })
    document.querySelector("main")?.append(link)
  }, path)
  await page.getByRole("link", { name: "Go on" }).click()
}

async function signIn(page: Page, path = "/notes"): Promise<void> {
  await expect(page).toHaveURL(/\/auth\/signin\?/)
  await fillPassword(page)
  await expect(page).toHaveURL(path)
  await expect(greeting(page)).toBeVisible()
}

/** Signs in, and waits for the page's scripts. Svelte empties a field that is filled in before it starts. */
async function signInAndStart(page: Page): Promise<void> {
  await signIn(page)
  await page.waitForLoadState("networkidle")
}

test("a query leads to the sign-in page and back, when the server renders its page", async ({ page }) => {
  await page.goto("/notes?tag=sea")
  await signIn(page, "/notes?tag=sea")
})

test("a query leads to the sign-in page and back, when the browser calls it", async ({ page }) => {
  await follow(page, "/notes?tag=sea")
  await signIn(page, "/notes?tag=sea")
})

test("a form and a command work, and lead to the sign-in page when the session has ended", async ({
  page,
  context,
}) => {
  await page.goto("/notes")
  await signInAndStart(page)
  const note = page.getByRole("listitem").filter({ hasText: "Mend the pier" })
  await page.getByLabel("Note").fill("Mend the pier")
  await page.getByRole("button", { name: "Add" }).click()
  await expect(note).toBeVisible()
  await page.getByRole("button", { name: "Delete all" }).click()
  await expect(note).toBeHidden()
  await context.clearCookies()
  await page.getByRole("button", { name: "Delete all" }).click()
  await signInAndStart(page)
  await context.clearCookies()
  await page.getByLabel("Note").fill("Mend the pier")
  await page.getByRole("button", { name: "Add" }).click()
  await signIn(page)
  await expect(note).toBeHidden()
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("a form of a remote function works", async ({ page }) => {
    await page.goto("/notes")
    await signIn(page)
    await page.getByLabel("Note").fill("Paint the bell buoy")
    await page.getByRole("button", { name: "Add" }).click()
    await expect(page.getByRole("listitem").filter({ hasText: "Paint the bell buoy" })).toBeVisible()
  })
})
