import type { Page } from "@playwright/test"
import facts from "../../stories/docs/providers/providers.json" with { type: "json" }
import { violationsIn } from "../axe.ts"
import { expect, loadDocs, test } from "./docs-page.ts"

async function open(page: Page, origin: string): Promise<void> {
  await loadDocs(page, origin, "guides-providers", `All ${facts.length} providers`)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Providers")
}

const rows = (page: Page) => page.locator(".providers-list > li")

test("the page of providers lists every row of the catalogue", async ({ shared: page, storybook }) => {
  await open(page, storybook)
  await expect(rows(page)).toHaveCount(facts.length)
  await expect(page.getByText(`All ${facts.length} providers`)).toHaveRole("status")
  const ids = await page.locator(".providers-name code").allTextContents()
  expect(ids.toSorted()).toEqual(facts.map(({ id }) => id).toSorted())
})

test("every row says what its provider needs", async ({ shared: page, storybook }) => {
  await open(page, storybook)
  const texts = await rows(page).evaluateAll((list) => list.map((row) => row.textContent))
  for (const { id, export: name, scopes, options, environment } of facts) {
    const text = texts.find((found) => found.includes(`"latchkit/providers/${id}"`)) ?? ""
    const needed = [
      `import { ${name} }`,
      `/callback/${id}`,
      scopes,
      ...environment,
      ...options.map((option) => option.name),
    ]
    for (const word of needed) expect(text, id).toContain(word)
  }
})

for (const [typed, found] of [
  ["github", ["github"]],
  ["42-sch", ["42-school"]],
  ["teamid", ["apple"]],
] as const) {
  test(`searching for ${typed} finds ${found.join(", ")}`, async ({ shared: page, storybook }) => {
    await open(page, storybook)
    await page.getByRole("searchbox", { name: "Search" }).fill(typed)
    await expect(page.getByText(`${found.length} of ${facts.length} providers`)).toHaveRole("status")
    expect(await page.locator(".providers-name code").allTextContents()).toEqual(found)
  })
}

test("a search without a match says what works for any other", async ({ shared: page, storybook }) => {
  await open(page, storybook)
  await page.getByRole("searchbox", { name: "Search" }).fill("no such house")
  await expect(page.getByText("Nothing is called “no such house”")).toBeVisible()
})

test("with the keyboard, a redirect URI of one's own site is copied", async ({ shared: page, storybook }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await open(page, storybook)
  await page.getByLabel("Your site").fill("acme.example")
  await page.getByRole("searchbox", { name: "Search" }).fill("github")
  await expect(rows(page)).toHaveCount(1)
  await page.locator("summary").focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText("https://acme.example/auth/callback/github")).toBeVisible()
  await page.getByRole("button", { name: "Copy the redirect URI of GitHub" }).press("Enter")
  await expect(page.getByText("the redirect URI of GitHub copied")).toHaveRole("status")
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("https://acme.example/auth/callback/github")
})

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [390, 1280]) {
    test(`the page of providers is accessible, ${colorScheme}, ${width} px wide`, async ({
      shared: page,
      storybook,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await open(page, storybook)
      await page.getByRole("searchbox", { name: "Search" }).fill("issuer")
      await page.locator("summary").first().click()
      const violations = await violationsIn(page, ".docs")
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  }
}
