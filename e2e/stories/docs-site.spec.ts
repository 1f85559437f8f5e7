import type { Page } from "@playwright/test"
import { GROUPS } from "../../stories/docs/site/groups.ts"
import { expect, loadDocs, test } from "./docs-page.ts"
import { complaintsOf, IDS, PAGES, type PageId } from "./docs-pages.ts"

/** Loads a page, light on a desktop. */
async function open(page: Page, origin: string, id: PageId): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize({ width: 1280, height: 900 })
  await loadDocs(page, origin, id, PAGES[id])
}

test("the sidebar has every page in order, and the first is what opens", async ({ page, storybook }) => {
  await page.goto(`${storybook}/`)
  await expect(page).toHaveURL(/path=\/docs\/start-overview--docs/)
  await expect(page.locator(".sidebar-item").first()).not.toBeInViewport() // Storybook's own is for the stories
  const links = page.frameLocator("#storybook-preview-iframe").locator(".site-nav a")
  await expect(links).toHaveCount(IDS.length, { timeout: 30_000 })
  const ids = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href")))
  expect(ids).toEqual(GROUPS.flatMap((group) => group.ids).map((id) => `./?path=/docs/${id}--docs`))
  expect(IDS.toSorted()).toEqual(GROUPS.flatMap((group) => group.ids).toSorted())
})

test("the search finds a section by keyboard, and goes there", async ({ page, storybook }) => {
  await page.goto(`${storybook}/?path=/docs/start-overview--docs`)
  const frame = page.frameLocator("#storybook-preview-iframe")
  await frame.locator(".hero-button").focus()
  await page.keyboard.press("Control+k")
  const field = frame.getByRole("combobox", { name: "Search the docs" })
  await expect(field).toBeFocused()
  await field.fill("preview deploy")
  const first = frame.getByRole("option").first()
  await expect(first).toContainText("Deployment › Preview deployments")
  await expect(first).toHaveAttribute("aria-selected", "true")
  await expect(frame.getByRole("status").filter({ hasText: "result" })).toBeVisible()
  await field.press("ArrowDown")
  await expect(first).toHaveAttribute("aria-selected", "false")
  await field.press("ArrowUp")
  await field.press("Enter")
  await expect(page).toHaveURL(/reference-deployment--docs/)
  await expect(frame.locator("#preview-deployments")).toBeInViewport()
})

test("the contents lead to a section, and the end of a page to the next one", async ({ page, storybook }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${storybook}/?path=/docs/reference-deployment--docs`)
  const frame = page.frameLocator("#storybook-preview-iframe")
  const contents = frame.getByRole("navigation", { name: "On this page" })
  await contents.getByRole("link", { name: "Subdomains" }).click()
  await expect(frame.locator("#subdomains")).toBeInViewport()
  await expect(frame.locator("#subdomains")).toBeFocused()
  await frame.getByRole("link", { name: /^Next / }).click()
  await expect(page).toHaveURL(/guides-content-security-policy--docs/)
})

test("a dot changes the color of the card and of the code, and a tab the framework", async ({
  shared: page,
  storybook,
}) => {
  await open(page, storybook, "start-overview")
  const button = page.locator(".hero-stage .auth-logo, .hero-stage .auth-disc").first()
  const before = await button.evaluate((element) => getComputedStyle(element).color)
  await page.getByRole("button", { name: "Orange" }).click()
  await expect(page.locator(".hero-code")).toContainText('brandColor: "#c2410c"')
  expect(await button.evaluate((element) => getComputedStyle(element).color)).not.toBe(before)
  await page.getByRole("group", { name: "Framework" }).getByRole("button", { name: "SvelteKit" }).click()
  await expect(page.locator(".hero-code")).toContainText("SvelteKitAuth({")
  await expect(page.locator(".hero-code")).toContainText('brandColor: "#c2410c"')
})

test("the build has every page as Markdown, and the files for language models", async ({ request, storybook }) => {
  const text = async (path: string) => (await request.get(`${storybook}/${path}`)).text()
  expect(await text("llms.txt")).toContain("- [Passwords](./passwords.md): ")
  expect(await text("llms-full.txt")).toContain("timingSafeEqual")
  expect(await text("passwords.md")).toMatch(/^# Passwords\n/)
  expect(await text("api/options.md")).toContain("### session.absoluteMaxAge")
})

test("a link in a sentence has the size of its text", async ({ shared: page, storybook }) => {
  await open(page, storybook, "guides-native-apps")
  const links = page.locator(".docs :is(p, li):not(.docs-links *) > a") // not the cards at the end
  const sizes = await links.evaluateAll((all) =>
    all.map((link) => [link, link.parentElement ?? link].map((element) => getComputedStyle(element).fontSize)),
  )
  expect(sizes.length).toBeGreaterThan(2)
  expect(sizes.filter(([own, around]) => own !== around)).toEqual([])
})

test("a link leads to another page", async ({ page, storybook }) => {
  await page.goto(`${storybook}/?path=/docs/start-overview--docs`)
  const frame = page.frameLocator("#storybook-preview-iframe")
  await frame.getByRole("link", { name: /^Theming A live/ }).click()
  await expect(frame.locator("#theming")).toHaveText("Theming")
  await expect(page).toHaveURL(/guides-theming--docs/)
})

test("what the editor sets is on the card at once, in light and dark, and is what is copied", async ({
  shared: page,
  storybook,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await open(page, storybook, "guides-theming")
  const cards = page.locator(".editor-preview .auth-card")
  await expect(cards).toHaveCount(2)
  await page.getByLabel("Brand color", { exact: true }).fill("#facc15")
  await page.getByLabel("Corners of cards").fill("30")
  for (const card of await cards.all()) {
    await expect(card).toHaveCSS("border-top-left-radius", "30px")
    await expect(card.getByRole("button", { name: "Continue with email" })).toHaveCSS(
      "background-color",
      "rgb(250, 204, 21)",
    )
    await expect(card.getByRole("button", { name: "Continue with email" })).toHaveCSS("color", "color(xyz-d65 0 0 0)")
  }
  await expect(page.getByRole("row", { name: /Links and icons/ }).first()).toContainText("adjusted from #facc15")
  await page.getByRole("button", { name: "Copy the theme" }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('brandColor: "#facc15"')
  await page.getByRole("button", { name: "Copy the stylesheet" }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("--auth-radius-card: 30px;")
})

test("the editor shows the layout, the image, the panel and the logo, and copies them", async ({
  shared: page,
  storybook,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await open(page, storybook, "guides-theming")
  const [light, dark] = [page.getByRole("region", { name: "In light" }), page.getByRole("region", { name: "In dark" })]
  const background = (part: typeof light, pseudo?: string) =>
    part.evaluate((one, name) => {
      const { backgroundImage, backgroundColor, display } = getComputedStyle(one, name)
      return `${display} ${backgroundColor} ${backgroundImage}`
    }, pseudo)
  await page.getByLabel("Image", { exact: true }).selectOption("Light and dark")
  await expect.poll(() => background(light)).toContain("nightbook-dusk.svg")
  await expect.poll(() => background(dark)).toContain("nightbook-night.svg")
  await page.getByLabel("Layout", { exact: true }).selectOption({ label: "Beside a panel" })
  await page.getByLabel("Panel", { exact: true }).fill("#123456")
  await expect.poll(() => background(light, "::after")).toMatch(/rgb\(18, 52, 86\).*harbour\.svg/)
  await expect.poll(() => background(light)).toMatch(/^grid/)
  await page.getByLabel("Logo", { exact: true }).selectOption("Light and dark")
  await page.getByLabel("Height of the logo").fill("64")
  for (const [part, file] of [
    [light, "acme.svg"],
    [dark, "acme-dark.svg"],
  ] as const) {
    await expect(part.locator(".auth-head img")).toHaveCSS("height", "64px")
    await expect(part.locator(".auth-head img")).toHaveAttribute("src", new RegExp(`/${file}$`))
  }
  await page.getByRole("button", { name: "Copy the theme" }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('import { defineConfig } from "latchkit/server"')
  for (const line of [
    'layout: "split",',
    'image: { light: "/background.svg", dark: "/background-dark.svg" },',
    'panel: "#123456",',
    'logo: { light: "/logo.svg", dark: "/logo-dark.svg" },',
    "logoSize: 64,",
  ])
    expect(copied).toContain(line)
  await page.getByLabel("Layout", { exact: true }).selectOption({ label: "On the page itself" })
  await expect(light.locator(".auth-card")).toHaveCSS("border-top-width", "0px")
})

test("the editor says what a host's own color makes hard to read", async ({ shared: page, storybook }) => {
  await open(page, storybook, "guides-theming")
  await page.getByLabel("Brand color", { exact: true }).fill("#facc15")
  await page.getByLabel("Text on the button", { exact: true }).fill("#ffffff")
  await expect(page.locator(".editor-problems")).toContainText("Text needs 4.5")
  await page.getByText("Every color, light and dark").click()
  await page.getByLabel("Soft text", { exact: true }).fill("#cccccc")
  await expect(page.getByRole("row", { name: /Soft text/ }).first()).toContainText("too little, 4.5 is wanted")
})

test("every design to begin with is shown on every screen", async ({ shared: page, storybook }) => {
  const complaints = complaintsOf(page)
  await open(page, storybook, "guides-theming")
  for (const design of await page.getByRole("group", { name: "Begin with" }).getByRole("button").all()) {
    await design.click()
    for (const screen of ["A wrong password", "Check your mail", "The account", "Signing in"]) {
      await page.getByLabel("Screen").selectOption({ label: screen })
      await expect(page.locator(".editor-preview .auth-card")).toHaveCount(2)
    }
  }
  page.removeAllListeners()
  expect(complaints).toEqual([])
})
