// Follows each quickstart, and uses the app that comes out of it
import { expect, test as base, type Page } from "@playwright/test"
import { FACTS, FRAMEWORKS } from "../../server/cli/init/choices.ts"
import { isLong } from "../../server/test-kit/long.ts"
import { startMailServer } from "../../server/test-kit/mail-server.ts"
import { startIdp, type Idp } from "../idp/idp.ts"
import { PEOPLE } from "../idp/people.ts"
import { followPage, type FollowedApp } from "./follow.ts"
import type { Quickstart } from "./frameworks.ts"

const ADA = { email: "ada@example.com", password: "correct horse battery staple" }

interface Fixtures {
  quickstart: Quickstart
  app: FollowedApp
}

/** The test, with an app that was made by following the page. A failed test has the terminal's text. */
const test = base.extend<{ terminal: void }, Fixtures>({
  quickstart: [
    { name: "", page: "", startOn: String },
    { option: true, scope: "worker" },
  ],
  app: [
    async ({ quickstart }, use) => {
      const app = await followPage(quickstart, process.env["LATCHKIT_PACKED"] ?? "")
      await use(app)
      await app.stop()
    },
    { scope: "worker", timeout: 900_000 },
  ],
  terminal: [
    async ({ app }, use, testInfo) => {
      await use()
      if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach("the terminal", { body: app.output.text })
    },
    { auto: true },
  ],
})

/** Collects what a user with open developer tools sees as an error. */
function consoleErrors(page: Page, { everyPage }: Quickstart): string[] {
  const errors: string[] = []
  const add = (text: string) => !everyPage?.test(text) && errors.push(text)
  page.on("pageerror", ({ message }) => add(message))
  page.on("console", (message) => {
    const isIcon = message.location().url.endsWith("/favicon.ico")
    if (message.type() === "error" && !isIcon) add(message.text())
  })
  return errors
}

/** Opens a page. A streamed page may still redirect, before it has loaded and after a sign-out, and so interrupt that. */
async function open(page: Page, url: string): Promise<void> {
  await expect(() => page.goto(url, { waitUntil: "commit" })).toPass({ timeout: 300_000 })
}

/** Returns the address of the page that needs a user. */
const memberPage = ({ origin }: FollowedApp, { protectedPage = "/protected" }: Quickstart) => origin + protectedPage

const passwordForm = (page: Page) => page.locator("form").filter({ has: page.getByLabel("Password", { exact: true }) })

async function signIn(page: Page, password: string): Promise<void> {
  const form = passwordForm(page)
  await form.getByLabel("Email").fill(ADA.email)
  await form.getByLabel("Password", { exact: true }).fill(password)
  await form.getByRole("button", { name: /^Sign in/ }).click()
}

const greeting = (page: Page, { email }: { email: string } = ADA) => page.getByText(`Hello ${email}`)

/** Signs out. Vite may reload the page meanwhile, which interrupts its links. */
async function signOut(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Sign out" })
  await expect(async () => {
    if (!(await button.isVisible())) await page.getByRole("link", { name: "Sign out" }).click({ timeout: 5_000 })
    await expect(button).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 150_000 })
  await button.click()
  await page.waitForURL(({ pathname }) => !pathname.includes("signout"))
}

async function signUp(page: Page, { email, password }: typeof ADA, readCode: () => string): Promise<void> {
  await page.getByRole("link", { name: "Create an account" }).click()
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect.poll(readCode).toMatch(/^\d{6}$/)
  await page.getByLabel(/code/i).first().fill(readCode())
}

/** Returns the last code in a text. */
const codeIn = (text: string) => [...text.matchAll(/^ *(\d{3}) (\d{3})\s*$/gm)].at(-1)?.slice(1).join("") ?? ""

/** Harmless lines: npm's about the user's own settings, successful requests, and Next's log of server actions. */
const HARMLESS = /^npm warn Unknown user config|^ *(?:GET|POST) \S+ [23]\d\d|^[23]\d\d (?:GET|POST) |^ *└─ ƒ /

/** Returns the lines that say that something is wrong. */
const complaints = ({ output: { text } }: FollowedApp, { ownErrors }: Quickstart) =>
  text
    .split("\n")
    .filter((line) => /\b(warn(ing)?|error|deprecat\w*|experimental|fail(ed|ure)?|invalid|missing)\b/i.test(line))
    .filter((line) => !HARMLESS.test(line) && !ownErrors?.test(line))

test.describe.configure({ mode: "serial" }) // the second test builds the app of the first

test("a new user follows the page, signs up, signs out and signs in", async ({ app, page, quickstart }) => {
  const errors = consoleErrors(page, quickstart)
  await test.step("the protected page leads to a sign-in page in the app's own color", async () => {
    await open(page, memberPage(app, quickstart))
    const button = passwordForm(page).getByRole("button", { name: /^Sign in/ })
    await expect(button).toHaveCSS("background-color", "rgb(124, 58, 237)") // #7c3aed of the page
  })
  await test.step("a script's request for it is no error of the server", async () => {
    const headers = { accept: "application/json", "sec-fetch-mode": "cors" }
    const response = await page.request.get(memberPage(app, quickstart), { headers, maxRedirects: 0 })
    expect(response.status()).toBeLessThan(500)
  })
  await test.step("sign-up with the code from the terminal leads back", async () => {
    await signUp(page, ADA, () => codeIn(app.output.text))
    await expect(greeting(page)).toBeVisible()
  })
  await test.step("a wrong password is explained, and the right one signs in", async () => {
    await signOut(page)
    await open(page, memberPage(app, quickstart))
    await signIn(page, "wrong horse battery staple")
    await expect(passwordForm(page).getByRole("alert")).toHaveText("Wrong email or password. Try again.")
    await signIn(page, ADA.password)
    await expect(greeting(page)).toBeVisible()
  })
  if (quickstart.signInPage !== undefined) {
    const { signInPage, errorPage = signInPage } = quickstart
    await test.step("the page's own sign-in page does the same", async () => {
      await signOut(page)
      await open(page, `${app.origin}${signInPage}?callbackUrl=%2Fprotected`)
      await page.waitForLoadState("networkidle") // Vite reloads the page once, when it has found the packages of the card
      await signIn(page, "wrong horse battery staple")
      await expect(passwordForm(page).getByRole("alert")).toHaveText("Wrong email or password. Try again.")
      expect(new URL(page.url()).pathname.replace(/\/$/, "")).toBe(errorPage)
      await signIn(page, ADA.password)
      await expect(greeting(page)).toBeVisible()
    })
    await test.step("and has no error once the development server knows its packages", async () => {
      const before = errors.length
      await open(page, app.origin + signInPage)
      await page.waitForLoadState("networkidle")
      expect(errors.slice(before)).toEqual([])
    })
  }
  const rejected = /status of 40[01]/ // the wrong password
  expect(errors.filter((error) => !rejected.test(error) && !quickstart.ownErrors?.test(error))).toEqual([])
  expect(complaints(app, quickstart)).toEqual([])
})

const CLIENT = { client_id: "acme", client_secret: "a secret of the provider's client" }
const PERSON = { name: "", email: "", ...PEOPLE[0] }

/** Starts the provider that `latchkit add keycloak` adds. Any provider with an issuer of its own would do. */
async function startProvider({ origin }: FollowedApp, { name, template, packages }: Quickstart) {
  const framework = FRAMEWORKS.find((one) => one === name || one === template || one === packages)
  if (!framework) throw new Error(`latchkit init knows no ${name}`)
  const idp = await startIdp({
    clients: [{ ...CLIENT, redirect_uris: [`${origin}${FACTS[framework].basePath}/callback/keycloak`] }],
  })
  const { client_id: id, client_secret: secret } = CLIENT
  return { idp, env: { AUTH_KEYCLOAK_ID: id, AUTH_KEYCLOAK_SECRET: secret, AUTH_KEYCLOAK_ISSUER: idp.issuer } }
}

async function signInWithProvider(page: Page, { issuer }: Idp): Promise<void> {
  await page.getByRole("button", { name: /Keycloak/ }).click()
  await page.waitForURL((url) => url.origin === issuer)
  await page.getByRole("button", { name: PERSON.name }).click()
  await page.getByRole("button", { name: "Allow" }).click()
}

test("the app builds, and signs users up and in in production, without the packages of development", async ({
  app,
  page,
  quickstart,
}) => {
  const { production } = quickstart
  test.skip(!production || (production.slow === true && !isLong), "only `npm run test:long` builds it")
  const mail = await startMailServer()
  const { idp, env } = await startProvider(app, quickstart)
  await app.latchkit("add", "keycloak")
  if (production?.lint && isLong) await app.lint()
  await app.deploy({
    SMTP_URL: mail.url,
    AUTH_SECRET: "a secret of production, long enough",
    AUTH_TRUSTED_PROXIES: "0",
    ...env,
  })
  await test.step("a new user signs up with the code from a real email", async () => {
    await open(page, memberPage(app, quickstart))
    const grace = { email: "grace@example.com", password: "compilers are fun to write" }
    await signUp(page, grace, () =>
      codeIn(production?.printsEmails ? app.output.text : (mail.received.at(-1)?.mail.text ?? "")),
    )
    await expect(greeting(page, grace)).toBeVisible()
  })
  await test.step("a user of the provider signs in, and stays so on a new page", async () => {
    await signOut(page)
    await open(page, memberPage(app, quickstart))
    await signInWithProvider(page, idp)
    await expect(greeting(page, PERSON)).toBeVisible()
    const next = await page.context().newPage()
    await open(next, memberPage(app, quickstart))
    await expect(greeting(next, PERSON)).toBeVisible()
  })
  await test.step("after a sign-out the page is closed", async () => {
    await signOut(page)
    await open(page, memberPage(app, quickstart))
    await expect(passwordForm(page)).toBeVisible()
  })
  expect(complaints(app, quickstart)).toEqual([])
  await Promise.all([mail.close(), idp.stop()])
})
