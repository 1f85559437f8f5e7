import { addClient } from "../demo/client-script.ts"
import { expect, test, type Page } from "../demo/nightbook.ts"
import { memberWithPasskey } from "./member.ts"
import { addDevice } from "./device.ts"

test.use({ bypassCSP: true }) // the demo allows only its own scripts, and this test adds one
test.describe.configure({ timeout: 120_000 }) // longer than all of its clicks

interface Result {
  ok: boolean
  error?: string
}

/**
 * Clicks until the result is the expected one. The options must arrive within 5 seconds after a click, and Chromium then
 * waits half a second for the device. On a busy machine both may take longer, and the result is "NoPasskey".
 */
const expectAtOnce = (page: Page, result: Result) =>
  expect(async () => expect(await signInAtOnce(page)).toEqual(result)).toPass({ timeout: 60_000 })

/** Calls `passkey.signIn({ immediate: true })` in a click, as an app's "Sign in" button does. */
async function signInAtOnce(page: Page): Promise<Result> {
  await page.goto("/auth/verify-request") // a page without scripts of its own
  await addClient(page)
  await page.evaluate(() => {
    const button = document.createElement("button")
    button.textContent = "Enter"
    button.addEventListener("click", () => {
      const { latchkit } = window as unknown as { latchkit: typeof import("../../client/index.ts") } // the script set it
      void latchkit.passkey.signIn({ immediate: true, redirect: false }).then(({ ok, error }) => {
        button.textContent = JSON.stringify({ ok, error })
      })
    })
    document.body.append(button)
  })
  await page.getByRole("button", { name: "Enter", exact: true }).click()
  const done = page.getByRole("button", { name: '"ok"' })
  return JSON.parse(await done.innerText()) as Result // what the click wrote
}

test("a device with a passkey signs its user in at once, without a sign-in page", async ({ page }) => {
  await memberWithPasskey(page, "immediate")
  await page.goto("about:blank") // a request of the account page would set its session cookie again
  await page.context().clearCookies()
  expect(await (await page.request.get("/auth/session")).json()).toBeNull()
  await expectAtOnce(page, { ok: true })
  expect(await (await page.request.get("/auth/session")).json()).not.toBeNull()
})

test("a signed-in user signs in at once again", async ({ page }) => {
  await memberWithPasskey(page, "again")
  await expectAtOnce(page, { ok: true })
})

test("a device without a passkey says so, and asks nothing", async ({ page }) => {
  await addDevice(page)
  await expectAtOnce(page, { ok: false, error: "NoPasskey" })
  expect(await (await page.request.get("/auth/session")).json()).toBeNull()
})
