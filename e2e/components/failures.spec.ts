import type { Page } from "@playwright/test"
import { expect, test } from "@playwright/test"

import { FRAMEWORKS } from "./frameworks.ts"
import { openCase, servedGallery } from "./served-gallery.ts"

const gallery = servedGallery()

const open = (page: Page, path: string) => openCase(page, `${gallery().origin}/${path}`)

for (const [framework, query] of [
  ["react", "?ssr"],
  ["solid", ""], // its router needs more than this small server
  ["svelte", "?ssr"],
] as const) {
  test(`${framework}: a form that its action rejects keeps what was typed, and says what is wrong at the field`, async ({
    page,
  }) => {
    await open(page, `${framework}/sign-in-action${query}`)
    const email = page.getByLabel("Email")
    const password = page.getByLabel("Password", { exact: true })
    await page.getByLabel("Club").fill("Analysts")
    for (const name of ["ada", "grace", "grace"]) {
      await email.fill(`${name}@example.com`)
      await password.fill("wrong")
      await page.getByRole("button", { name: "Sign in" }).click()
      const sentence = `credentials does not know ${name}@example.com.`
      await expect(page.getByText(sentence)).toHaveCount(1)
      await expect(email).toHaveAccessibleDescription(sentence)
      await expect(page.getByRole("button", { name: "Sign in" })).not.toHaveAttribute("aria-busy")
      await expect(email).toBeFocused()
      await expect(email).toHaveValue(`${name}@example.com`)
      await expect(page.getByLabel("Club")).toHaveValue("Analysts")
      await expect(password).toHaveValue(framework === "react" ? "" : "wrong") // React itself empties the form
    }
    expect(gallery().requests).toEqual([])
  })
}

for (const place of ["dialog in a shadow root", "shadow root in a dialog"]) {
  test(`a card has forgotten its error and hides its password when its ${place} opens again`, async ({ page }) => {
    const rejected = { url: "http://localhost/auth/signin", error: "CredentialsSignin", code: "credentials" }
    const providers = { credentials: { id: "credentials", name: "Password", type: "credentials" } }
    gallery().answers.set("GET /auth/providers", () => Response.json(providers))
    gallery().answers.set("POST /auth/callback/credentials", () => Response.json(rejected, { status: 401 }))
    await open(page, "react/sign-in-password")
    await page.evaluate((isInside) => {
      const root = document.querySelector("#root")
      if (!root) return
      const [host, around] = [document.createElement("div"), document.createElement("dialog")]
      root.replaceWith(isInside ? host : around)
      host.attachShadow({ mode: "open" }).append(isInside ? around : root)
      around.append(isInside ? root : host)
      around.showModal()
    }, place.startsWith("dialog"))
    const password = page.getByLabel("Password", { exact: true })
    await page.getByLabel("Email").fill("ada@example.com")
    await password.fill("wrong")
    await page.getByRole("button", { name: "Sign in" }).click()
    await expect(page.locator(".auth-alert")).toBeVisible()
    await page.locator("[data-reveal]").click()
    await expect(password).toHaveAttribute("type", "text")
    await page.keyboard.press("Escape")
    await expect(page.locator(".auth-alert")).toHaveCount(0)
    await page.locator("dialog").evaluate((dialog: HTMLDialogElement) => dialog.showModal())
    await expect(password).toHaveAttribute("type", "password")
  })
}

for (const framework of FRAMEWORKS) {
  test(`${framework}: a card in a dialog stays as wide as it is, and has forgotten its error when it opens again`, async ({
    page,
  }) => {
    const providers = { credentials: { id: "credentials", name: "Password", type: "credentials" } }
    gallery().answers.set("GET /auth/providers", () => Response.json(providers))
    const rejected = { url: "http://localhost/auth/signin", error: "CredentialsSignin", code: "credentials" }
    gallery().answers.set("POST /auth/callback/credentials", () => Response.json(rejected, { status: 401 }))
    await open(page, `${framework}/sign-in-password?ssr`)
    await page.evaluate(() => {
      const dialog = document.createElement("dialog")
      const root = document.querySelector("#root")
      root?.replaceWith(dialog)
      if (root) dialog.append(root)
      root?.classList.remove("auth-main")
      dialog.showModal()
    })
    const card = page.locator(".auth-card")
    const alert = page.locator(".auth-alert")
    const before = await card.boundingBox()
    await page.getByLabel("Email").fill("ada@example.com")
    await page.getByLabel("Password", { exact: true }).fill("wrong")
    await page.getByRole("button", { name: "Sign in" }).click()
    await expect(alert).toHaveText("Wrong email or password. Try again.")
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused()
    await expect(page.locator("form", { has: alert })).toHaveAttribute("data-provider", "credentials")
    const after = await card.boundingBox()
    expect([after?.x, after?.width]).toEqual([before?.x, before?.width])
    await page.keyboard.press("Escape")
    await expect(card).toBeHidden()
    await page.evaluate(() => document.querySelector("dialog")?.showModal())
    await expect(card).toBeVisible()
    await expect(alert).toHaveCount(0)
    await expect(page.getByLabel("Email")).toHaveValue("ada@example.com")
    await page.getByLabel("Password", { exact: true }).fill("wrong")
    await page.getByRole("button", { name: "Sign in" }).click()
    await expect(alert).toBeVisible()
  })

  test(`${framework}: two cards of a page have ids of their own, the same on server and client`, async ({ page }) => {
    const said: string[] = []
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && said.push(message.text()))
    const ids = () => page.evaluate(() => [...document.querySelectorAll("#root [id]")].map(({ id }) => id))
    await page.goto(`${gallery().origin}/${framework}/sign-in-password+ids?plain`)
    const rendered = await ids()
    expect(rendered.length).toBeGreaterThan(8)
    expect(new Set(rendered).size).toBe(rendered.length)
    await open(page, `${framework}/sign-in-password+ids?ssr`)
    expect(await ids()).toEqual(rendered)
    for (const name of ["Email", "Password"]) await expect(page.getByLabel(name, { exact: true })).toHaveCount(2)
    const described = page.locator("[aria-labelledby]")
    await expect(described.first()).toHaveAccessibleName("Sign in to Acme")
    await expect(described.last()).toHaveAccessibleName("Sign in to Acme")
    await open(page, `${framework}/sign-in-password+ids`)
    const made = await ids()
    expect(new Set(made).size).toBe(made.length)
    expect(said.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  })
}
