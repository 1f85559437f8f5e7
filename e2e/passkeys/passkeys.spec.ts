import { createAxe } from "../axe.ts"
import { expect, test, type Page } from "../demo/nightbook.ts"
import {
  askForMail,
  expectSignedIn,
  expectSignedOut,
  openMailAlone,
  signInWithPassword,
  signOut as signOutInHeader,
  KATHERINE,
} from "../demo/user.ts"
import { addDevice } from "./device.ts"
import { memberWithPasskey, passkeyRows, passkeys, removePasskey } from "./member.ts"

const usePasskey = (page: Page) => page.getByRole("button", { name: /^Use a passkey/ })

/** Opens the sign-in page without passkey suggestions, which would sign in at once. */
async function openWithoutList(page: Page, path = "/auth/signin"): Promise<void> {
  const options = "**/webauthn-options/**"
  await page.route(options, (route) => route.fulfill({ status: 500, json: { message: "not now" } }), { times: 1 })
  const rejected = page.waitForResponse(options)
  await page.goto(path)
  await rejected
}

async function signOut(page: Page) {
  await signOutInHeader(page)
  await expectSignedOut(page)
}

test("a member adds a passkey, signs out, and signs in with the button", async ({ page }) => {
  const device = await memberWithPasskey(page, "button")
  expect(await device.credentials()).toHaveLength(1)
  await signOut(page)
  await openWithoutList(page, "/auth/signin?callbackUrl=%2Fjournal")
  await usePasskey(page).click()
  await page.waitForURL("**/journal")
})

test("the built-in account page adds, renames and removes a passkey, which signs in meanwhile", async ({ page }) => {
  const device = await addDevice(page)
  const email = `built-in-${crypto.randomUUID().slice(0, 8)}@example.com`
  await page.goto("/auth/signin?callbackUrl=%2Fauth%2Faccount")
  await askForMail(page, email)
  await (await openMailAlone(page, email)).getByRole("link", { name: "Sign in" }).click()
  await page.waitForURL("**/auth/account")
  await passkeys(page).getByRole("button", { name: "Add a passkey" }).click()
  await expect(passkeyRows(page)).toHaveCount(1)
  expect(await device.credentials()).toHaveLength(1)
  await passkeys(page).getByText("Edit", { exact: true }).click()
  await page.getByLabel("Passkey name").fill("Blue phone")
  await passkeys(page)
    .getByRole("button", { name: /^(Save|Rename)/ })
    .click()
  await expect(passkeys(page)).toContainText("Blue phone")

  await page.goto("/")
  await signOut(page)
  await openWithoutList(page, "/auth/signin?callbackUrl=%2Fauth%2Faccount")
  await usePasskey(page).click()
  await page.waitForURL("**/auth/account")
  await removePasskey(page)
})

test("the button takes over from the list that waits in the email field", async ({ page }) => {
  const device = await memberWithPasskey(page, "over")
  await device.isTouched(false) // the user confirms neither request
  await signOut(page)
  await page.addInitScript(recordRequests)
  await page.goto("/auth/signin")
  await expect.poll(() => requests(page)).toEqual(["conditional"])
  await usePasskey(page).click()
  await expect.poll(() => requests(page)).toEqual(["conditional", "conditional aborted", "modal"])
})

test("the list of the email field signs in, and nothing has to be pressed", async ({ page }) => {
  await memberWithPasskey(page, "list")
  await signOut(page)
  await page.goto("/auth/signin?callbackUrl=%2Fjournal")
  await page.waitForURL("**/journal")
})

test("a sign-in page that cannot have its list of passkeys stays as it is", async ({ page }) => {
  await addDevice(page)
  const asked: string[] = []
  await page.route("**/webauthn-options/**", (route) => {
    asked.push(route.request().url())
    return route.fulfill({ status: 500, json: { message: "not now" } })
  })
  await page.goto("/auth/signin?callbackUrl=%2Fjournal")
  await expect.poll(() => asked.length).toBe(1)
  await page.getByLabel("Password", { exact: true }).fill("as it was")
  await page.waitForTimeout(1000)
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("as it was")
  await expect(page.locator(".auth-alert")).toHaveCount(0)
  expect(asked).toHaveLength(1)
})

test("a passkey enters on a second device, and the account says when it was used", async ({ page, browser }) => {
  const first = await memberWithPasskey(page, "second")
  await expect(passkeys(page)).not.toContainText("last used")
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const phone = await context.newPage()
  const second = await addDevice(phone)
  await first.give(second)
  await phone.goto("/auth/signin?callbackUrl=%2Faccount")
  await phone.waitForURL("**/account")
  await expect(passkeys(phone)).toContainText("last used")
  await phone.getByRole("region", { name: "Devices" }).getByRole("listitem").nth(1).waitFor()
  await context.close()
})

test("passkeys are renamed and removed, and what is removed enters no more; the browser is told", async ({ page }) => {
  await page.addInitScript(recordSignals)
  const device = await memberWithPasskey(page, "rename")
  await passkeys(page).getByText("Edit", { exact: true }).click()
  await page.getByLabel("Passkey name").fill("Blue phone")
  await passkeys(page)
    .getByRole("button", { name: /^(Save|Rename)/ })
    .click()
  await expect(passkeys(page)).toContainText("Blue phone")
  await removePasskey(page)
  const [credential] = await device.credentials()
  expect(await signals(page)).toContainEqual(expect.objectContaining({ kind: "all", allAcceptedCredentialIds: [] }))
  // Browsers that support the signal remove the passkey at once. Others keep it
  await signOut(page)
  await openWithoutList(page, "/auth/signin?callbackUrl=%2Fjournal")
  if (credential) {
    await usePasskey(page).click()
    await expect(page.getByRole("alert").filter({ hasText: "doesn't recognize that passkey" })).toBeVisible()
  }
})

test("a passkey that the service does not know is rejected in words, and the browser is told to forget it", async ({
  page,
  browser,
}) => {
  await page.addInitScript(recordSignals)
  const stranger = await browser.newContext({ baseURL: new URL((await page.goto("/"))?.url() ?? "").origin })
  const device = await memberWithPasskey(await stranger.newPage(), "unknown")
  const [credential] = await device.credentials()
  const mine = await addDevice(page)
  const unknown = { ...credential, credentialId: Buffer.from(crypto.randomUUID()).toString("base64") }
  await mine.take(unknown as Required<typeof unknown> & { rpId: string })
  await openWithoutList(page)
  const sent = page.waitForEvent("console", (message) => message.text().startsWith("signal unknown"))
  await usePasskey(page).click()
  await expect(page.getByRole("alert").filter({ hasText: "doesn't recognize that passkey" })).toBeVisible()
  await expect(page.locator(".auth-alert")).toBeFocused()
  expect((await sent).text()).toContain(Buffer.from(unknown.credentialId, "base64").toString("base64url"))
  await expectRefused(page)
  await stranger.close()
})

test("a cancelled request says nothing, and the focus stays on the button", async ({ page }) => {
  const device = await memberWithPasskey(page, "cancel")
  await signOut(page)
  await device.isVerified(false)
  await openWithoutList(page)
  await usePasskey(page).click()
  await expect(usePasskey(page)).not.toHaveAttribute("aria-busy")
  await expect(page.locator(".auth-alert")).toHaveCount(0)
  await expect(usePasskey(page)).toBeFocused()
})

test("a device that holds a passkey of the member makes no second one", async ({ page }) => {
  await memberWithPasskey(page, "twice")
  await passkeys(page).getByRole("button", { name: "Add a passkey" }).click()
  await expect(page.getByRole("alert").filter({ hasText: "already have a passkey on this device" })).toBeVisible()
  await expect(passkeyRows(page)).toHaveCount(1)
})

test("a browser without passkeys shows no button and no error", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"))
  const errors: string[] = []
  page.on("pageerror", (error) => errors.push(error.message))
  await signInWithPassword(page)
  await expectSignedIn(page, KATHERINE.name)
  await expect(passkeys(page).locator("[data-passkey]")).toHaveCSS("display", "none")
  await signOut(page)
  await page.goto("/auth/signin")
  await expect(page.locator("[data-passkey]")).toHaveCSS("display", "none") // and takes no space
  await expect(page.getByRole("button", { name: "Continue with email" })).toBeVisible()
  expect(errors).toEqual([])
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the button is hidden, and the other ways in work", async ({ page }) => {
    await page.goto("/auth/signin?callbackUrl=%2Faccount")
    await expect(page.locator("[data-passkey]")).toHaveCSS("display", "none")
    await signInWithPassword(page)
    await page.waitForURL("**/account")
  })
})

test("loads no third-party script on a sign-in page with passkeys (threat 237)", async ({ page, baseURL }) => {
  const foreign: string[] = []
  const violations: string[] = []
  page.on("request", (request) => !request.url().startsWith(baseURL ?? "-") && foreign.push(request.url()))
  page.on("console", (message) => /content security policy/i.test(message.text()) && violations.push(message.text()))
  await addDevice(page)
  await page.goto("/auth/signin", { waitUntil: "networkidle" })
  await expect(usePasskey(page)).toBeVisible()
  expect([foreign, violations]).toEqual([[], []])
  expect((await createAxe(page).analyze()).violations).toEqual([])
})

test("rejects options for a ceremony that wasn't requested (threat 323)", async ({ page }) => {
  const device = await memberWithPasskey(page, "crossed")
  const before = await device.credentials()
  await page.route("**/auth/webauthn-options/**", async (route) => {
    const url = route.request().url().replace("action=register", "action=authenticate")
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await passkeys(page).getByRole("button", { name: "Add a passkey" }).click()
  await expect(page.getByRole("alert").filter({ hasText: "didn't work" })).toBeVisible()
  expect(await device.credentials()).toEqual(before)
})

async function expectRefused(page: Page) {
  expect(await (await page.request.get("/auth/session")).json()).toBeNull()
}

type Signal = { kind: string } & Record<string, unknown>

/** Records each request to the authenticator: its mediation, and when it is aborted. */
function recordRequests(): void {
  const asked: string[] = []
  Object.assign(window, { asked })
  const get = navigator.credentials.get.bind(navigator.credentials)
  navigator.credentials.get = (options) => {
    const how = options?.mediation === "conditional" ? "conditional" : "modal"
    asked.push(how)
    options?.signal?.addEventListener("abort", () => asked.push(`${how} aborted`))
    return get(options)
  }
}

function requests(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { asked: string[] }).asked) // set by recordRequests
}

/** Records the page's signals in order, even if the browser doesn't support them. */
function recordSignals() {
  const store: object[] = []
  Object.assign(window, { signals: store })
  const note = (kind: string) => (options: object) => {
    store.push({ kind, ...options })
    console.log(`signal ${kind} ${JSON.stringify(options)}`)
    return Promise.resolve()
  }
  Object.assign(PublicKeyCredential, {
    signalUnknownCredential: note("unknown"),
    signalAllAcceptedCredentials: note("all"),
    signalCurrentUserDetails: note("details"),
  })
}

const signals = (page: Page): Promise<Signal[]> => page.evaluate(() => Reflect.get(window, "signals") as Signal[])
