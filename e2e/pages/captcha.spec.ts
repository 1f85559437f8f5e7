import { spawn, type ChildProcess } from "node:child_process"
import { expect, test, type Page } from "../test.ts"

const PASSWORD = "compilers are fun to write"
const EXAMPLE = new URL("../../stories/docs/examples/bot-protection/server.ts", import.meta.url).href
const START = `const { app } = await import(${JSON.stringify(EXAMPLE)})
const server = app.listen(0, "localhost", () => console.log("port " + server.address().port))`
const served: { process?: ChildProcess; origin?: string } = {}

// A process of its own, because other tests set the variables that it reads
test.beforeAll(async () => {
  served.process = spawn(process.execPath, ["--input-type=module", "--eval", START], {
    env: { AUTH_SECRET: "s".repeat(32), SMTP_URL: "smtp://localhost:9", NODE_ENV: "development" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const port = await new Promise<string>((resolve, reject) => {
    served.process?.once("exit", (code) => reject(new Error(`The example ended with ${code}`)))
    served.process?.stdout?.on("data", (data) => resolve(/port (\d+)/.exec(String(data))?.[1] ?? ""))
  })
  served.origin = `http://localhost:${port}`
})
test.afterAll(() => void served.process?.kill())

async function fillForm(page: Page) {
  await page.getByLabel("Email").fill("ada@example.com")
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Create account" }).click()
}

test("I sign up on the built-in page while my browser solves the captcha, under its strict policy", async ({
  page,
}) => {
  const complaints: string[] = []
  page.on("console", (said) => said.type() === "error" && complaints.push(said.text()))
  await page.goto(`${served.origin}/auth/sign-up`)
  await fillForm(page)
  await expect(page.getByText("We sent a link and a code to")).toBeVisible()
  expect(complaints).toEqual([])
})

test("if my browser can't solve the captcha, the page says so and keeps my address", async ({ page }) => {
  const failed = { challenges: 0 }
  await page.route("**/challenge", (route) => {
    failed.challenges += 1
    return route.abort()
  })
  await page.goto(`${served.origin}/auth/sign-up`)
  await fillForm(page)
  await expect(page.getByRole("alert")).toContainText("We couldn't confirm that you're not a robot.")
  await expect(page.getByLabel("Email")).toHaveValue("ada@example.com")
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("")
  await page.getByLabel("Email").focus()
  // One for the first focus, one for the submit, and one for the focus on the new page
  await expect.poll(() => failed.challenges).toBe(3)
  await page.unroute("**/challenge")
  await fillForm(page)
  await expect(page.getByText("We sent a link and a code to")).toBeVisible()
})

test("my browser begins with the captcha too if I type before its script is there", async ({ page }) => {
  const typed = Promise.withResolvers<void>()
  await page.route("**/proof-of-work.js", async (route) => {
    await typed.promise
    await route.continue()
  })
  const asked = page.waitForRequest("**/challenge")
  await page.goto(`${served.origin}/auth/sign-up`, { waitUntil: "commit" })
  await page.getByLabel("Email").fill("ada@example.com")
  typed.resolve()
  await asked
})

test("I sign in and ask for a reset past the same captcha", async ({ page }) => {
  await page.goto(`${served.origin}/auth/signin`)
  await page.getByLabel("Email").first().fill("grace@example.com")
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await expect(page.getByText("Wrong email or password")).toBeVisible()
  await page.goto(`${served.origin}/auth/forgot-password`)
  await page.getByLabel("Email").fill("grace@example.com")
  await page.getByRole("button", { name: /send/i }).click()
  await expect(page.getByText("If there's an account for")).toBeVisible()
})
