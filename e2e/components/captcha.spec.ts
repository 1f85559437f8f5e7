import { expect, test } from "@playwright/test"
import { createChallenge, isSolved } from "../../stories/docs/examples/bot-protection/proof-of-work.ts"
import { FRAMEWORKS } from "./frameworks.ts"
import { startGallery, type Gallery } from "./gallery.ts"
import { openCase } from "./served-gallery.ts"

const served: { gallery?: Gallery } = {}

test.beforeAll(async () => {
  served.gallery = await startGallery()
})
test.afterAll(() => served.gallery?.close())

for (const framework of FRAMEWORKS) {
  test(`${framework}: a card with a captcha sends a new proof with each attempt, and keeps what was typed`, async ({
    page,
  }) => {
    const { answers = new Map(), origin } = served.gallery ?? {}
    const proofs: boolean[] = []
    answers.set("GET /auth/csrf", () => Response.json({ csrfToken: "t" }))
    answers.set("POST /challenge", () => new Response(createChallenge()))
    answers.set("POST /auth/sign-up", (body: string) => {
      proofs.push(isSolved(new URLSearchParams(body).get("proof") ?? undefined))
      const rejected = { failed: true, error: "AttemptRejected", formErrors: ["AttemptRejected"], fieldErrors: {} }
      return Response.json({ url: "/auth/sign-up", ...rejected }, { status: 403 })
    })
    await openCase(page, `${origin}/${framework}/sign-up+captcha`)
    const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })]
    await page.getByLabel("Name").fill("Ada")
    const button = page.getByRole("button", { name: "Create account" })
    for (const tries of [1, 2]) {
      await email.fill("ada@example.com")
      await password.fill("compilers are fun to write")
      await button.click()
      await expect.poll(() => proofs.length).toBe(tries)
      await expect(page.getByRole("alert")).toContainText("We couldn't confirm that you're not a robot.")
      await expect(button).not.toHaveAttribute("aria-busy")
      await expect(email).toHaveValue("ada@example.com")
      await expect(page.getByLabel("Name")).toHaveValue("Ada")
    }
    expect(proofs).toEqual([true, true])
  })
}
