import { expect, test, type Page } from "@playwright/test"
import { signIn } from "../../stories/docs/examples/native-apps/sign-in.ts"
import { CUSTOM, startSite, type Site } from "./site.ts"

for (const strategy of ["jwt", "database"] as const) {
  test.describe(`a native app with ${strategy} sessions`, () => {
    const served: { site?: Site } = {}
    const auth = () => served.site?.auth ?? ""
    test.beforeAll(async () => {
      served.site = await startSite(strategy)
    })
    test.afterAll(() => served.site?.close())

    async function signInByPassword(page: Page) {
      await page.getByLabel("Username").fill("ada")
      await page.getByLabel("Password", { exact: true }).fill("lovelace")
      await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign in", exact: true }).click()])
    }
    const readSession = async (token: string) =>
      (await fetch(`${auth()}/session`, { headers: { authorization: `Bearer ${token}` } })).json()

    /** Starts the command-line app, and waits for the page that it opens. `token` is its result. */
    async function openFromApp(page: Page): Promise<{ token: Promise<string> }> {
      const opened = Promise.withResolvers<unknown>()
      const token = signIn((url) => opened.resolve(page.goto(url)), auth()).catch((error: Error) => error.message)
      await opened.promise
      return { token }
    }

    test("gets a token after the user signs in and continues, and keeps it after the browser's sign-out", async ({
      page,
    }) => {
      const { token } = await openFromApp(page)
      await signInByPassword(page)
      await expect(page.getByRole("heading", { name: "Continue to Acme CLI?" })).toBeVisible()
      await expect(page.getByText("ada@app.test")).toBeVisible()
      await expect(page.getByText("Continue only if you just opened this page from Acme CLI.")).toBeVisible()
      await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Continue" }).click()])
      await expect(page.getByText("You can close this page.")).toBeVisible()
      expect(await readSession(await token)).toMatchObject({ user: { email: "ada@app.test" } })
      if (strategy === "database") {
        await page.goto(`${auth()}/account`)
        await expect(page.getByText(/^Acme CLI/)).toBeVisible()
      }
      await page.goto(`${auth()}/signout`)
      await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign out" }).click()])
      expect(await readSession(await token)).toMatchObject({ user: { email: "ada@app.test" } })
    })

    test("learns that the user canceled, and a signed-in user is asked each time (threat 617)", async ({ page }) => {
      await page.goto(`${auth()}/signin`)
      await signInByPassword(page)
      const { token } = await openFromApp(page)
      await Promise.all([page.waitForEvent("load"), page.getByRole("link", { name: "Cancel" }).click()])
      expect(await token).toBe("Not signed in: The user canceled")
    })

    test("a custom scheme gets the code, which the page's policy allows", async ({ page }) => {
      await page.goto(`${auth()}/signin`)
      await signInByPassword(page)
      const request = { response_type: "code", client_id: "phone", redirect_uri: CUSTOM, state: "its-state" }
      const challenge = { code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" }
      await page.goto(`${auth()}/authorize?${new URLSearchParams({ ...request, ...challenge })}`)
      const blocked: string[] = []
      page.on("console", (message) => void blocked.push(message.text()))
      const posted = page.waitForResponse((response) => response.request().method() === "POST")
      await page.getByRole("button", { name: "Continue" }).click()
      const location = (await (await posted).headerValue("location")) ?? ""
      expect(location).toMatch(/^com\.example\.acme:\/signed-in\?code=[^&]+&state=its-state&iss=/)
      expect(blocked.filter((text) => text.includes("Content Security Policy"))).toEqual([])
    })
  })
}
