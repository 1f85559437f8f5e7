import { expect, test } from "../test.ts"
import { createAuth } from "../../server/service/auth.ts"
import { passwordConfig } from "../../server/test-kit/password-service.ts"

const ORIGIN = "https://app.test"
const auth = createAuth(passwordConfig({ theme: { logo: "/logo.svg", card: { light: "#fffdf8", dark: "#1a1814" } } }), {
  env: { AUTH_URL: `${ORIGIN}/auth` },
})

test.beforeEach(async ({ page }) => {
  await page.route(`${ORIGIN}/**`, async (route) => {
    const response = await auth.handle(new Request(route.request().url(), { headers: route.request().headers() }))
    const headers = Object.fromEntries(response.headers)
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) })
  })
})

test("an input shows focus on its own border with a halo, and a button with a ring", async ({ page }) => {
  await page.goto(`${ORIGIN}/auth/signin`)
  const input = page.locator(".auth-input").first()
  await input.focus()
  const ring = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("p"))
    probe.style.color = "var(--a-ring)"
    return getComputedStyle(probe).color
  })
  await expect(input).toHaveCSS("border-top-color", ring)
  await expect(input).toHaveCSS("outline-width", "4px")
  await expect(input).toHaveCSS("outline-offset", "0px")
  const button = page.locator(".auth-button[data-variant=primary]").first()
  while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press("Tab")
  await expect(button).toHaveCSS("outline-width", "2px")
  await expect(button).toHaveCSS("outline-offset", "2px")
})

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(`buttons react to a press, and pages fade, with reduced motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await page.goto(`${ORIGIN}/auth/signin`)
    const button = page.locator(".auth-button[data-variant=primary]").first()
    await button.hover()
    await page.mouse.down()
    await expect(button).toHaveCSS("scale", reducedMotion === "reduce" ? "none" : "0.985")
    const fades = await page.evaluate(() =>
      [...document.styleSheets].some((sheet) =>
        [...sheet.cssRules].some(
          (rule) =>
            rule instanceof CSSMediaRule &&
            matchMedia(rule.media.mediaText).matches &&
            rule.cssText.includes("@view-transition"),
        ),
      ),
    )
    expect(fades).toBe(reducedMotion === "no-preference")
  })
}

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(`what a row opens fades in, and the spinner turns, with reduced motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await page.goto(`${ORIGIN}/auth/signin`)
    const animations = await page.locator(".auth-card").evaluate((card) => {
      const more = card.appendChild(document.createElement("details"))
      more.className = "auth-more"
      more.open = true
      more.append(document.createElement("summary"), document.createElement("p"))
      const spinner = card.querySelector(".auth-spinner")
      return [more.querySelector("p"), spinner].map((element) => element && getComputedStyle(element).animationName)
    })
    expect(animations).toEqual(reducedMotion === "reduce" ? ["none", "none"] : ["auth-open", "auth-spin"])
  })
}

test("a built-in page leads to a page of the app without an error there", async ({ page }) => {
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(error.message))
  await page.route(`${ORIGIN}/home`, (route) => route.fulfill({ contentType: "text/html", body: "<p>Home" }))
  await page.goto(`${ORIGIN}/auth/signin`)
  await page.evaluate(() => void setTimeout(() => location.assign("/home")))
  await page.waitForURL(`${ORIGIN}/home`)
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
  expect(errors).toEqual([])
})

test("pages have the logo as icon, and the card's color around them on a phone", async ({ page }) => {
  await page.goto(`${ORIGIN}/auth/signin`)
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", "/logo.svg")
  const colors = await page
    .locator("meta[name=theme-color]")
    .evaluateAll((metas) => metas.map((meta) => [meta.getAttribute("media"), meta.getAttribute("content")]))
  expect(colors).toEqual([
    ["(prefers-color-scheme: light)", "#fffdf8"],
    ["(prefers-color-scheme: dark)", "#1a1814"],
  ])
})

test("in the dark, a button is a surface of its own, and a red one has white text", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" })
  await page.goto(`${ORIGIN}/auth/signin`)
  const card = page.locator(".auth-card")
  const readColors = (variant: string) =>
    card.evaluate((element, name) => {
      const button = element.appendChild(document.createElement("button"))
      button.className = "auth-button"
      button.dataset["variant"] = name
      const { color, backgroundColor } = getComputedStyle(button)
      return { color, backgroundColor, card: getComputedStyle(element).backgroundColor }
    }, variant)
  const secondary = await readColors("secondary")
  expect(secondary.backgroundColor).not.toBe(secondary.card)
  expect(await readColors("danger")).toMatchObject({ color: "rgb(255, 255, 255)", backgroundColor: "rgb(209, 52, 56)" })
})

test("a field with an error keeps its red border while it has the focus", async ({ page }) => {
  await page.goto(`${ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials`)
  const input = page.locator(".auth-input[aria-invalid]").first()
  const red = await input.evaluate((element) => getComputedStyle(element).borderTopColor)
  await input.focus()
  await expect(input).toHaveCSS("border-top-color", red)
  await expect(input).toHaveCSS("outline-width", "4px")
})
