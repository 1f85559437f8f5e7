import type { Page } from "@playwright/test"
import facts from "../../stories/docs/providers/providers.json" with { type: "json" }
import { expect, test } from "./site.ts"

const rows = (page: Page) => page.locator(".providers-list > li:not([hidden])")

test("every row of the catalogue says what its provider needs", async ({ page, site }) => {
  await page.goto(`${site}providers/`)
  await expect(rows(page)).toHaveCount(facts.length)
  await expect(page.getByText(`All ${facts.length} providers`)).toHaveRole("status")
  const texts = await rows(page).evaluateAll((list) => list.map((row) => row.textContent))
  for (const { id, export: name, scopes, options, environment } of facts) {
    const text = texts.find((found) => found.includes(`"latchkit/providers/${id}"`)) ?? ""
    const needed = [`import { ${name} }`, `/callback/${id}`, scopes, ...environment, ...options.map((one) => one.name)]
    for (const word of needed) expect(text, id).toContain(word)
  }
})

for (const [typed, found] of [
  ["github", ["github"]],
  ["42-sch", ["42-school"]],
  ["teamid", ["apple"]],
] as const) {
  test(`searching for ${typed} finds ${found.join(", ")}`, async ({ page, site }) => {
    await page.goto(`${site}providers/`)
    await page.getByRole("searchbox", { name: "Search" }).fill(typed)
    await expect(page.getByText(`${found.length} of ${facts.length} providers`)).toHaveRole("status")
    expect(await rows(page).locator(".providers-name code").allTextContents()).toEqual(found)
  })
}

test("a search without a match says what works for any other", async ({ page, site }) => {
  await page.goto(`${site}providers/`)
  await page.getByRole("searchbox", { name: "Search" }).fill("no such house")
  await expect(page.getByText("Any other OpenID provider is")).toBeVisible()
})

test("a redirect URI is that of one's own site", async ({ page, site }) => {
  await page.goto(`${site}providers/`)
  await page.getByLabel("Your site").fill("acme.example")
  await page.getByRole("searchbox", { name: "Search" }).fill("github")
  await expect(rows(page)).toHaveCount(1)
  await rows(page).locator("summary").focus()
  await page.keyboard.press("Enter")
  await expect(page.getByText("https://acme.example/auth/callback/github")).toBeVisible()
})
