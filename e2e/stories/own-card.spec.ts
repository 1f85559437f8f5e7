import { violationsIn } from "../axe.ts"
import { expect, storyUrl, test } from "./stage.ts"

for (const rendering of ["React", "Solid", "Svelte"] as const) {
  test(`${rendering}: own elements send, wait, fail and show a password as the card does`, async ({
    page,
    storybook,
  }) => {
    const complaints: string[] = []
    page.on("pageerror", (error) => complaints.push(String(error)))
    const sent: string[] = []
    const answered = Promise.withResolvers<void>()
    await page.route("**/auth/csrf", (route) => route.fulfill({ json: { csrfToken: "t" } }))
    await page.route("**/auth/providers", async (route) => {
      const base = new URL("/auth/", route.request().url()).href
      const urls = { signinUrl: `${base}signin/credentials`, callbackUrl: `${base}callback/credentials` }
      await route.fulfill({ json: { credentials: { id: "credentials", name: "Acme", type: "credentials", ...urls } } })
    })
    await page.route("**/auth/callback/**", async (route) => {
      sent.push(route.request().postData() ?? "")
      await answered.promise
      const url = new URL("/auth/signin?error=CredentialsSignin&code=credentials", route.request().url()).href
      await route.fulfill({ json: { url } })
    })
    await page.goto(storyUrl(storybook, "own-elements-sign-in--card", { rendering }))
    const password = page.locator("input[autocomplete=current-password]")
    const form = page.locator("form").filter({ has: password })
    const button = form.locator("button[type=submit]")
    await form.locator("input:not([type=hidden], [type=checkbox])").first().fill("ada@example.com")
    await password.fill("wrong")
    await form.getByRole("button", { name: "Show password" }).click()
    await expect(password).toHaveAttribute("type", "text")
    await expect(password).toHaveValue("wrong")
    await button.click()
    await expect(button).toHaveAttribute("aria-busy", "true")
    await button.click({ force: true }) // is ignored
    answered.resolve()
    await expect(page.getByRole("alert").filter({ hasText: /Wrong|aren't right/ })).toBeVisible()
    await expect(password).toBeFocused()
    await expect(button).not.toHaveAttribute("aria-busy")
    await expect(password).toHaveValue("")
    await expect(form.locator("input:not([type=hidden], [type=checkbox])").first()).toHaveValue("ada@example.com")
    expect(sent).toHaveLength(1)
    expect(sent[0]).toContain("wrong")
    const violations = await violationsIn(page, "#storybook-root")
    expect(violations.map(({ id }) => id)).toEqual([])
    expect(complaints).toEqual([])
  })
}
