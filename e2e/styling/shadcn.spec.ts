import { expect, test, type Page } from "@playwright/test"
import { createAxe } from "../axe.ts"
import { startStyledApp, type StyledApp } from "./app.ts"

const served: { app?: StyledApp } = {}

test.describe.configure({ mode: "serial" }) // one build for the file
test.beforeAll(async () => {
  served.app = await startStyledApp("shadcn", {})
})
test.afterAll(() => served.app?.close())

/** Opens a page of the app. Its class `dark` follows `scheme`, and the system may have another color scheme. */
async function open(page: Page, path: "/" | "/own", scheme: "light" | "dark", system = scheme) {
  await page.emulateMedia({ colorScheme: system, reducedMotion: "reduce" })
  await page.goto(`${served.app?.url}${path}`)
  await page.getByLabel("Password", { exact: true }).waitFor()
  await page.evaluate((dark) => document.documentElement.classList.toggle("dark", dark), scheme === "dark")
}

async function failToSignIn(page: Page) {
  await page.getByLabel("Name").fill("ada")
  await page.getByLabel("Password", { exact: true }).fill("wrong")
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await expect(page.getByRole("alert").filter({ hasText: /\w/ }).first()).toBeVisible()
}

const axe = async (page: Page) => {
  const { violations } = await createAxe(page).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
}

/** Latchkit's part, the CSS property, and shadcn's variable. */
const FOLLOWS = [
  [".auth-card", "background-color", "--card"],
  [".auth-card", "color", "--card-foreground"],
  [".auth-card", "border-top-color", "--border"],
  [".auth-button[data-variant=primary]", "background-color", "--primary"],
  [".auth-button[data-variant=primary]", "color", "--primary-foreground"],
  [".auth-lead", "color", "--muted-foreground"],
  [".auth-button[data-variant=plain], .auth-link", "color", "--primary"],
] as const

for (const scheme of ["light", "dark"] as const) {
  test(`in ${scheme}, each part has the color of shadcn's variable, whatever the system's color scheme is`, async ({
    page,
  }) => {
    for (const system of ["light", "dark"] as const) {
      await open(page, "/", scheme, system)
      const differing = await page.evaluate((rows) => {
        const probe = document.body.appendChild(document.createElement("i"))
        return rows.flatMap(([selector, property, variable]) => {
          probe.style.color = `var(${variable})`
          const part = document.querySelector(selector)
          const found = part && getComputedStyle(part).getPropertyValue(property)
          const expected = getComputedStyle(probe).color
          return found === expected || !part ? [] : [`${selector} ${property}: ${found} instead of ${expected}`]
        })
      }, FOLLOWS)
      expect(differing, `the system is ${system}`).toEqual([])
      await expect(page.locator(".auth-card")).toHaveCSS("color-scheme", scheme)
    }
  })

  test(`in ${scheme}, axe finds nothing on either page, with an error too`, async ({ page }) => {
    for (const path of ["/", "/own"] as const) {
      await open(page, path, scheme)
      expect(await axe(page), path).toEqual([])
      await page.screenshot({ path: `test-results/styling/shadcn${path === "/" ? "" : "-own"}-${scheme}.png` })
      await failToSignIn(page)
      expect(await axe(page), `${path} with an error`).toEqual([])
      await page.screenshot({ path: `test-results/styling/shadcn${path === "/" ? "" : "-own"}-error-${scheme}.png` })
    }
  })
}

test("a changed variable changes the card: color, corners, and those derived from them", async ({ page }) => {
  await open(page, "/", "light")
  await page.addStyleTag({
    content: ":root{--primary:rgb(124,58,237);--primary-foreground:rgb(250,250,250);--radius:0px}",
  })
  const primary = page.locator(".auth-button[data-variant=primary]")
  await expect(primary).toHaveCSS("background-color", "rgb(124, 58, 237)")
  await expect(primary).toHaveCSS("color", "rgb(250, 250, 250)")
  await expect(page.locator(".auth-card")).toHaveCSS("border-top-left-radius", "4px")
  await expect(page.locator(".auth-input").first()).toHaveCSS("border-top-left-radius", "0px")
})

test("the card fits beside shadcn's own: the same corners, surface and font", async ({ page }) => {
  await open(page, "/own", "light")
  const own = await page.locator("[data-slot=card]").evaluate((card) => {
    const { borderTopLeftRadius, backgroundColor, fontFamily } = getComputedStyle(card)
    return { borderTopLeftRadius, backgroundColor, fontFamily }
  })
  const button = await page
    .locator("[data-slot=button]")
    .first()
    .evaluate((one) => getComputedStyle(one).borderTopLeftRadius)
  await open(page, "/", "light")
  const card = page.locator(".auth-card")
  await expect(card).toHaveCSS("border-top-left-radius", own.borderTopLeftRadius)
  await expect(card).toHaveCSS("background-color", own.backgroundColor)
  await expect(card).toHaveCSS("font-family", own.fontFamily)
  await expect(page.locator(".auth-button").first()).toHaveCSS("border-top-left-radius", button)
})

test("shadcn's own components sign in with useSignIn", async ({ page }) => {
  await open(page, "/own", "light")
  await failToSignIn(page)
  await expect(page.getByLabel("Name")).toHaveValue("ada")
  await page.getByLabel("Password", { exact: true }).fill("lovelace")
  const arrived = page.waitForEvent("load")
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await arrived
  const session = await page.evaluate(async () => (await fetch("/auth/session")).json())
  expect(session).toMatchObject({ user: { name: "Ada" } })
})
