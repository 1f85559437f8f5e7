import { createServer } from "node:http"
import { expect, test, type Page } from "@playwright/test"
import { build } from "esbuild"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { createAuth, type AuthConfig } from "latchkit/server"
import { enrollAuthenticatorApp, mintSession } from "latchkit/testing"
import { listenOnLoopback } from "../../server/test-kit/listening.ts"
import { requestFrom, send } from "../apps/demo/server/http.ts"

const SCRIPT = `
import { stepUp } from "latchkit/headless"
document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault()
  const body = new URLSearchParams(new FormData(event.target))
  const response = await stepUp(() => fetch("/keys", { method: "POST", body }), { actionName: "Create a key" })
  document.querySelector("output").textContent = response.ok ? (await response.json()).name : "Nothing was created"
})`

/** A site whose action needs a confirmation of the last ten minutes. Ada signed in an hour ago. */
async function openSite() {
  const server = createServer()
  const origin = `http://localhost:${await listenOnLoopback(server)}`
  const adapter = MemoryAdapter()
  const ada = await adapter.createUser({ id: "ada", name: "Ada", email: "ada@example.com", emailVerified: new Date() })
  const config: AuthConfig = { adapter, secret: "s".repeat(32), secondFactor: {}, providers: [], siteName: "Acme" }
  const auth = createAuth(config, { env: { AUTH_URL: origin } })
  const app = await enrollAuthenticatorApp(config, ada, { url: origin })
  const authTime = Math.floor(Date.now() / 1000) - 3600
  const mint = async () => (await mintSession(config, ada, { url: origin, authTime, amr: ["pwd", "otp"] })).cookies
  const resolveDir = import.meta.dirname
  const stdin = { contents: SCRIPT, resolveDir }
  const { outputFiles } = await build({ stdin, bundle: true, format: "esm", write: false, conditions: ["browser"] })
  const created: string[] = []
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith("/auth/")) return auth.handle(request)
    const type = (name: string) => ({ headers: { "content-type": name } })
    if (pathname === "/keys.js") return new Response(outputFiles[0]?.text, type("text/javascript"))
    if (pathname !== "/keys")
      return new Response(
        `<!doctype html><html lang="en"><title>Keys</title><script type="module" src="/keys.js"></script>
<form method="post" action="/keys"><label>Name <input name="name"></label><button>Create key</button></form><output></output>`,
        type("text/html"),
      )
    try {
      await auth.require(request, { within: "10m", factors: 1 })
      created.push(String((await request.formData()).get("name")))
      return Response.json({ name: created.at(-1) })
    } catch (error) {
      return auth.stepUpResponse(request, error)
    }
  }
  server.on("request", (incoming, outgoing) => {
    void answer(requestFrom(incoming, origin)).then((response) => send(response, outgoing))
  })
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin, app, mint, created, close }
}

async function createKey(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name)
  await page.getByRole("button", { name: "Create key" }).click()
}

test("an action waits for a confirmation, with a script in a dialog and without one on a page (threats 450, 451)", async ({
  browser,
}) => {
  const { origin, app, mint, created, close } = await openSite()
  const scripted = await browser.newContext()
  await scripted.addCookies(await mint())
  const page = await scripted.newPage()
  await page.goto(`${origin}/settings`)
  await createKey(page, "Canceled")
  const dialog = page.getByRole("dialog")
  await expect(dialog).toContainText("Create a key")
  await page.keyboard.press("Escape")
  await expect(page.locator("output")).toHaveText("Nothing was created")
  await createKey(page, "Deploys")
  await expect(dialog).toBeVisible()
  await page.waitForTimeout(700) // a new dialog ignores clicks for half a second
  await dialog.getByLabel("6-digit code").fill(await app.code())
  await expect(page.locator("output")).toHaveText("Deploys")
  expect(created).toEqual(["Deploys"])
  await scripted.close()

  const plain = await browser.newContext({ javaScriptEnabled: false })
  await plain.addCookies(await mint())
  const without = await plain.newPage()
  await without.goto(`${origin}/settings`)
  await createKey(without, "Backups")
  await expect(without.getByRole("heading", { name: "Confirm it's you" })).toBeVisible()
  await without.getByLabel("6-digit code").fill(await app.code())
  await without.getByRole("button", { name: "Confirm" }).click()
  await expect(without).toHaveURL(`${origin}/settings`)
  expect(created).toEqual(["Deploys"])
  await createKey(without, "Backups")
  await expect(without.getByText('"Backups"')).toBeVisible()
  expect(created).toEqual(["Deploys", "Backups"])
  await plain.close()
  close()
})
