import { build } from "esbuild"
import { expect, test, type Page } from "../demo/nightbook.ts"
import { memberWithPasskey } from "./member.ts"
import { deviceOf } from "./device.ts"

test.use({ bypassCSP: true }) // the demo allows only its own scripts, and this test adds one

let script = ""
test.beforeAll(async () => {
  const contents = 'import { passkey } from "./dist/client/index.js"; window.passkey = passkey'
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    format: "iife",
    write: false,
  })
  script = outputFiles[0]?.text ?? ""
})

/** Calls `passkey.signIn({ immediate: true })` in a click, as an app's "Sign in" button does. */
async function signInAtOnce(page: Page): Promise<{ ok: boolean; error?: string }> {
  await page.goto("/auth/verify-request") // a page without scripts of its own
  await page.addScriptTag({ content: script })
  await page.evaluate(() => {
    const button = document.createElement("button")
    button.textContent = "Enter"
    button.addEventListener("click", () => {
      const { passkey } = window as unknown as { passkey: typeof import("../../client/api/passkey.ts").passkey } // the script set it
      void passkey.signIn({ immediate: true, redirect: false }).then(({ ok, error }) => {
        button.textContent = JSON.stringify({ ok, error })
      })
    })
    document.body.append(button)
  })
  await page.getByRole("button", { name: "Enter", exact: true }).click()
  const done = page.getByRole("button", { name: '"ok"' })
  return JSON.parse(await done.innerText()) as { ok: boolean; error?: string }
}

test("a device with a passkey signs its user in at once, without a sign-in page", async ({ page }) => {
  await memberWithPasskey(page, "immediate")
  await page.context().clearCookies()
  // A browser allows it for 5 seconds after the click, in which a busy machine may not get the options
  await expect(async () => expect(await signInAtOnce(page)).toEqual({ ok: true })).toPass({ timeout: 60_000 })
  expect(await (await page.request.get("/auth/session")).json()).not.toBeNull()
})

test("a device without a passkey says so, and asks nothing", async ({ page }) => {
  await deviceOf(page)
  expect(await signInAtOnce(page)).toEqual({ ok: false, error: "NoPasskey" })
  expect(await (await page.request.get("/auth/session")).json()).toBeNull()
})
