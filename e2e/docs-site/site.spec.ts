import { violationsIn } from "../axe.ts"
import { complaintsOf, expect, test } from "./site.ts"

test("the search finds a page by its words, and by words that it doesn't have", async ({ page, site }) => {
  await page.goto(`${site}next/`)
  for (const [query, wanted] of [
    ["absoluteMaxAge", "Options"],
    ["OAuthAccountNotLinked", "Error types"],
    ["preview deployments", "Deployment"],
    ["passkeys", "Passkeys"],
    ["nextauth", "Coming from Auth.js"],
    ["2fa", "Two-step verification"],
    ["nestjs", "Nest"],
    ["getRequestEvent", "Remote functions of SvelteKit"],
    ["api key", "What Latchkit doesn't do"],
    ["mock useSession", "Testing"],
  ] as const) {
    await page.keyboard.press("Control+k")
    await page.locator("site-search dialog input").fill(query)
    await expect(page.locator("site-search").getByRole("link", { name: wanted, exact: true }).first()).toBeVisible()
    await page.keyboard.press("Escape")
  }
})

test("the search suggests the place that explains what was typed, above its results", async ({ page, site }) => {
  await page.goto(`${site}next/`)
  await page.keyboard.press("Control+k")
  const field = page.locator("site-search dialog input")
  const suggested = page.getByRole("list", { name: "Suggested" }).getByRole("link")
  await field.fill("redirect after login")
  await expect(suggested).toHaveText(["signIn and signOut"])
  await field.fill("redirect")
  await expect(suggested).toHaveCount(0)
  await field.fill("sign in with github")
  await suggested.click()
  await expect(page).toHaveURL(/providers\/#provider-github$/)
  await expect(page.getByText("AUTH_GITHUB_ID=").first()).toBeVisible()
})

test("the search leads to a section, by keyboard", async ({ page, site }) => {
  await page.goto(site)
  await page.keyboard.press("Control+k")
  const field = page.locator("site-search dialog input")
  await expect(field).toBeFocused()
  await field.fill("preview deployments")
  const section = page.getByRole("link", { name: "Preview deployments" }).first()
  await section.press("Enter")
  await expect(page).toHaveURL(/deployment\/#preview-deployments$/)
})

test("the sidebar shows where a page is, also at its end", async ({ page, site }) => {
  for (const [path, group] of [
    ["next/", "Start"],
    ["api/options/", "Reference"],
  ] as const) {
    await page.goto(site + path)
    const sidebar = page.getByRole("navigation", { name: "Main" })
    await expect(sidebar.locator("[aria-current=page]")).toBeInViewport()
    await expect(sidebar.locator("details[open] > summary").first()).toContainText(group)
  }
})

test("the first page has the menu of all pages on a phone, and no sidebar on a desktop", async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(site)
  const menu = page.getByRole("navigation", { name: "Main" })
  await menu.getByRole("button", { name: "Menu" }).click()
  await menu.getByText("Your server").click()
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme)
    expect(await violationsIn(page, "header, nav.sidebar")).toEqual([])
  }
  await menu.getByRole("link", { name: "Sessions" }).click()
  await expect(page).toHaveURL(/sessions\/$/)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(site)
  await expect(menu).toBeHidden()
})

test("on a phone, what chooses a rendering and the theme is one row above a component", async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${site}components/sign-out/`)
  const [swap, rendering] = [page.locator(".stage-bar .swap").first(), page.locator(".stage-bar .segments").first()]
  const [one, other] = [await swap.boundingBox(), await rendering.boundingBox()]
  expect(Math.abs((one?.y ?? 0) - (other?.y ?? 99))).toBeLessThan(4)
  expect((one?.x ?? 999) + (one?.width ?? 0)).toBeLessThan(360)
})

test("a phone wraps a command between its words", async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ["astro/", "nuxt/", "solid-start/", "spa/"]) {
    await page.goto(site + path)
    const words = page.locator("pre[data-language=sh] .code > span").filter({ hasText: /^--/ })
    expect(await words.count()).toBeGreaterThan(1)
    const lines = await words.evaluateAll((spans) => spans.map((span) => span.getClientRects().length))
    expect(lines, path).toEqual(lines.map(() => 1))
  }
})

test("next, previous, edit and the theme are there", async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: "light" })
  await page.goto(`${site}sveltekit/`)
  await expect(page.locator("a[rel=prev]")).toContainText("Next")
  await expect(page.locator("a[rel=next]")).toContainText("Remote functions of SvelteKit")
  await expect(page.getByRole("link", { name: "Edit page" })).toHaveAttribute(
    "href",
    /edit\/main\/stories\/docs\/sveltekit\.mdx$/,
  )
  await page.getByLabel("Select theme").first().selectOption("dark")
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await page.reload()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
})

test("a dot changes the color of the live card and of the code, and a tab the framework", async ({ page, site }) => {
  await page.goto(site)
  const button = page.locator(".hero-card").getByRole("button", { name: "Continue with email" })
  await page.getByRole("radio", { name: "Orange" }).check()
  await expect(button).toHaveCSS("background-color", "rgb(194, 65, 12)")
  const code = page.locator(".home-code")
  await expect(code).toContainText('brandColor: "#c2410c"')
  await page.getByRole("radio", { name: "SvelteKit" }).check()
  await expect(code.getByText("SvelteKitAuth").first()).toBeVisible()
})

for (const framework of ["Svelte", "Solid", "React"] as const) {
  test(`a component runs in ${framework}, and sends nothing`, async ({ page, site }) => {
    const complaints = complaintsOf(page)
    const posts: string[] = []
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()))
    await page.goto(`${site}components/sign-in/`)
    const stage = page.locator(".stage").nth(1)
    await stage.scrollIntoViewIfNeeded()
    const island = stage.locator(`[data-rendering=${framework}] astro-island`)
    if (framework !== "Svelte") await expect(island).toHaveAttribute("ssr", "") // it waits to be chosen
    await stage.getByRole("radio", { name: framework }).check()
    await expect(island).not.toHaveAttribute("ssr") // it runs
    const password = island.locator("input[autocomplete=current-password]")
    await password.fill("a secret")
    await island.getByRole("button", { name: "Show password" }).click()
    await expect(password).toHaveAttribute("type", "text")
    await island.locator("input[type=email], input[autocomplete*=username]").first().fill("ada@example.com")
    await password.press("Enter")
    await expect(page).toHaveURL(/components\/sign-in\/$/)
    expect(posts).toEqual([])
    expect(complaints).toEqual([])
  })
}

test("React is loaded by a click only", async ({ page, site }) => {
  const scripts: string[] = []
  page.on("request", (request) => /\.js$/.test(request.url()) && scripts.push(request.url()))
  await page.goto(`${site}react/`)
  await page.locator(".stage").last().scrollIntoViewIfNeeded()
  const island = page.locator(".stage astro-island").last()
  await expect(island).toHaveAttribute("ssr", "")
  const before = scripts.length
  await island.getByRole("button").first().click()
  await expect(island).not.toHaveAttribute("ssr")
  expect(scripts.length).toBeGreaterThan(before)
})

test("without a script, a page shows its text and each rendering of a component", async ({ browser, site }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${site}components/sign-in/`)
  const stage = page.locator(".stage").first()
  for (const name of ["Svelte", "Solid", "React", "HTML"]) {
    await stage.getByRole("radio", { name }).check()
    await expect(stage.locator(".auth-card:visible")).toHaveCount(1)
    await expect(stage.locator(`[data-rendering=${name}] .auth-card`)).toBeVisible()
  }
  await page.goto(`${site}providers/`)
  await page.locator("summary", { hasText: "GitHub" }).first().click()
  await expect(page.getByText("AUTH_GITHUB_ID=").first()).toBeVisible()
  await page.close()
})

test("a component can be shown in the other theme", async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: "light" })
  await page.goto(`${site}components/sign-out/`)
  const card = page.locator(".stage .auth-card:visible").first()
  const before = await card.evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.getByRole("checkbox", { name: "Other theme" }).first().check()
  expect(await card.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(before)
})
