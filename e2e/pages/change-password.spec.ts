import { createServer, type Server } from "node:http"
import { expect, test, type Page } from "@playwright/test"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { Password } from "latchkit/providers"
import { createAuth } from "latchkit/server"
import { contrastRatio, parseColor } from "../../components/theme/color.ts"
import { requestFrom, send } from "../apps/demo/server/http.ts"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"

const GRACE = { email: "grace@example.com", password: "compilers are fun to write" }
const NEW_PASSWORD = "nanoseconds are eleven inches"
const served: { server?: Server; origin: string } = { origin: "" }

/** Starts a site whose emails go nowhere but into the list. */
async function openSite() {
  const server = createServer()
  served.server = server
  served.origin = `http://localhost:${await listenOnLoopback(server)}`
  const codes: string[] = []
  const email = {
    ...{ id: "email", name: "Email", type: "email" as const, sendsCode: true },
    sendVerificationRequest: () => {},
    sendAccountEmail: ({ code }: { code?: string | undefined }) => void codes.push(code ?? ""),
  }
  const hash = { algorithm: "argon2id", params: { m: 64, t: 1, p: 1 } } as const
  const auth = createAuth(
    { adapter: MemoryAdapter(), providers: [Password({ hash }), email] },
    { env: { AUTH_SECRET: "s".repeat(32), AUTH_URL: served.origin } },
  )
  server.on("request", (incoming, outgoing) => {
    void auth.handle(requestFrom(incoming, served.origin)).then((response) => send(response, outgoing))
  })
  return codes
}

test.beforeEach(async ({ page }) => {
  const codes = await openSite()
  await page.goto(`${served.origin}/auth/sign-up`)
  await page.getByLabel("Email").fill(GRACE.email)
  await page.getByLabel("Password", { exact: true }).fill(GRACE.password)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect.poll(() => codes.length).toBe(1)
  await page.getByLabel("6-digit code").fill(codes[0] ?? "") // the sixth digit submits the form
  await page.waitForURL((url) => !url.pathname.includes("sign-up"))
})
test.afterEach(() => void served.server?.close())

const focusedName = (page: Page) => page.locator(":focus").ariaSnapshot()

test("I change my password with the keyboard alone, from the address that password managers open", async ({ page }) => {
  await page.goto(`${served.origin}/.well-known/change-password`)
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused()
  await page.keyboard.type("short")
  await page.keyboard.press("Enter")
  await expect(page.getByText("Use at least 15 characters.")).toBeVisible()
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused()
  await page.keyboard.press("ControlOrMeta+A") // it stays in the field
  await page.keyboard.type(NEW_PASSWORD)
  await page.keyboard.press("Tab")
  expect(await focusedName(page)).toContain("Show password")
  await page.keyboard.press("Space")
  await expect(page.getByLabel("New password", { exact: true })).toHaveAttribute("type", "text")
  await page.keyboard.press("Space")
  await expect(page.getByLabel("New password", { exact: true })).toHaveAttribute("type", "password")
  await page.keyboard.press("Tab")
  expect(await focusedName(page)).toContain('button "Change password"')
  await page.keyboard.press("Tab")
  expect(await focusedName(page)).toContain('link "Cancel"')
  await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("region", { name: "Password" })).toContainText("Password changed.")
  await expect(page.getByText("Changed today")).toBeVisible()
  await page.context().clearCookies()
  await page.goto(`${served.origin}/auth/signin`)
  await page.getByLabel("Email").first().fill(GRACE.email)
  await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD)
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => !url.pathname.includes("signin"))
})

for (const colorScheme of ["light", "dark"] as const) {
  test(`the meter of a new password has a contrast of 3 or more, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${served.origin}/auth/change-password`)
    const field = page.getByLabel("New password", { exact: true })
    for (const [password, word] of [
      ["moonlight", "Weak"],
      ["correcthorse", "Fair"],
      [NEW_PASSWORD, "Strong"],
    ] as const) {
      await field.fill(password)
      await expect(page.getByText(word, { exact: true })).toBeVisible()
      const colors = await page.evaluate(() => {
        const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
        /** Returns the color as the screen shows it. */
        const shownColor = (element: Element | null) => {
          if (!element || !canvas) return undefined
          canvas.fillStyle = getComputedStyle(element).backgroundColor
          canvas.fillRect(0, 0, 1, 1)
          const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
          return `rgb(${red}, ${green}, ${blue})`
        }
        const [on, off, card] = [".auth-meter [data-on]", ".auth-meter i:not([data-on])", ".auth-card"].map((one) =>
          shownColor(document.querySelector(one)),
        )
        return { on, off, card }
      })
      const [on, off, card] = [colors.on, colors.off, colors.card].map((color) => parseColor(color))
      if (!on || !card) throw new Error(`No colors: ${JSON.stringify(colors)}`)
      expect(contrastRatio(on, card), `${word} on the card`).toBeGreaterThanOrEqual(3)
      if (off) expect(contrastRatio(on, off), `${word} beside an empty bar`).toBeGreaterThanOrEqual(3)
    }
  })
}
