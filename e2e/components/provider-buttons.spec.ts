import { expect, test, type Page } from "@playwright/test"
import { stylesheet } from "../../components/html/assets.generated.ts"
import { signInCard } from "../../components/html/index.ts"
import { catalogFor } from "../../components/view/messages/languages.ts"
import type { SignInProps } from "../../components/sign-in/sign-in-props.view.ts"

const provider = (id: string, name: string) => ({
  ...{ id, name, type: "oauth" as const },
  ...{ signinUrl: `/auth/signin/${id}`, callbackUrl: `/auth/callback/${id}` },
})
const providers = [provider("google", "Google"), provider("github", "GitHub"), provider("slack", "A Longer Name")]

async function show(page: Page, props: Partial<SignInProps>): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" }) // a turning spinner has other edges
  const card = signInCard({ siteName: "Acme", providers, ...props })
  await page.setContent(`<!doctype html><style>${stylesheet}</style>${card}`)
}

/** Returns where the visible elements of a kind begin and end, from left to right. */
const edges = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all
      .map((element) => element.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ left, right }) => ({ left: Math.round(left), right: Math.round(right) })),
  )

for (const dir of ["ltr", "rtl"] as const) {
  test(`marks, labels and "Last used" of provider buttons form a column each, ${dir}`, async ({ page }) => {
    await show(page, { dir, lastUsed: "github", busy: "slack" })
    const start = dir === "ltr" ? "left" : "right"
    const end = dir === "ltr" ? "right" : "left"
    const buttons = await edges(page, ".auth-providers .auth-button")
    const marks = await edges(page, ".auth-providers :is(.auth-mark, .auth-spinner)") // the busy one shows its spinner
    const labels = await edges(page, ".auth-providers .auth-text")
    expect(marks).toHaveLength(3)
    expect(new Set(marks.map((edge) => edge[start])).size).toBe(1)
    expect(new Set(labels.map((edge) => edge[start])).size).toBe(1)
    const [badge] = await edges(page, ".auth-text + .auth-badge")
    expect(Math.abs((badge?.[end] ?? 0) - (buttons[0]?.[end] ?? 0))).toBe(9) // the button's padding and border
  })
}

for (const language of ["de", "es", "fr", "id", "ru"]) {
  test(`on a phone, labels keep one line and "Last used" is above them, ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await show(page, { lastUsed: "github", providers: providers.slice(0, 2), messages: await catalogFor(language) })
    const rows = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    const [first, second] = await rows(".auth-providers .auth-text")
    const [badge] = await rows(".auth-text + .auth-badge")
    if (!first || !second || !badge) throw new Error("The card has no badge")
    expect(Math.max(first.height, second.height)).toBeLessThan(24)
    expect(badge.bottom).toBeLessThanOrEqual(first.top)
  })
}

test("a button without another one has its label in the middle", async ({ page }) => {
  await show(page, { providers: providers.slice(0, 1) })
  const [button] = await edges(page, ".auth-providers .auth-button")
  const [mark] = await edges(page, ".auth-mark")
  const [label] = await edges(page, ".auth-text")
  const middle = ({ left, right }: { left: number; right: number }) => (left + right) / 2
  if (!button || !mark || !label) throw new Error("The card has no button")
  expect(Math.abs(middle(button) - middle({ left: mark.left, right: label.right }))).toBeLessThanOrEqual(2)
})

test("a provider with a long name wraps its label inside its button", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await show(page, {
    providers: [...providers, provider("long", "The Extraordinarily Long-Named Identity Provider of the Federation")],
    lastUsed: "long",
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
