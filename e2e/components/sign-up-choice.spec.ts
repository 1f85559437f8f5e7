import { expect, test } from "@playwright/test"
import { FRAMEWORKS } from "./frameworks.ts"
import { startGallery, type Gallery } from "./gallery.ts"
import { openCase } from "./served-gallery.ts"

const served: { gallery?: Gallery } = {}

test.beforeAll(async () => {
  served.gallery = await startGallery()
})
test.afterAll(() => served.gallery?.close())

for (const framework of FRAMEWORKS) {
  test(`${framework}: the second button of a sign-up asks for a passkey, without a password`, async ({ page }) => {
    const { answers = new Map(), origin } = served.gallery ?? {}
    const sent: string[][] = []
    const waiting: { finish?: () => void } = {}
    answers.set("GET /auth/csrf", () => Response.json({ csrfToken: "t" }))
    answers.set("POST /auth/sign-up", async (body: string) => {
      sent.push([...new URLSearchParams(body).keys()].toSorted())
      await new Promise<void>((finish) => (waiting.finish = finish))
      return Response.json({ url: "/auth/sign-up?status=sent" })
    })
    await openCase(page, `${origin}/${framework}/sign-up-passkey-optional`)
    const passkey = page.getByRole("button", { name: "Use a passkey instead" })
    await page.getByLabel("Email").fill("ada@example.com")
    await passkey.click()
    await expect(passkey).toHaveAttribute("aria-busy", "true")
    await expect(page.getByRole("button", { name: "Create account" })).not.toHaveAttribute("aria-busy")
    await expect.poll(() => waiting.finish).toBeDefined()
    waiting.finish?.()
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible()
    await expect(page.getByText("ada@example.com")).toBeVisible()
    expect(sent).toEqual([["csrfToken", "email", "passkey", "password"]])
  })
}
