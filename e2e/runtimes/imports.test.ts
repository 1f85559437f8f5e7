import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { Miniflare, type RequestInit as WorkerInit } from "miniflare"
import { afterAll, beforeAll, expect, test } from "vitest"

import { GitHub } from "../../server/providers/catalogue/github.ts"
import { GitLab } from "../../server/providers/catalogue/gitlab.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"

const ORIGIN = "https://app.test"
const running = new Map<string, Miniflare>()

/** Bundles a Worker from the built package, with the conditions that wrangler sets. */
async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    external: ["nodemailer"], // an optional package, which `latchkit/providers` names
    tsconfigRaw: {}, // the repository's own names the sources
    write: false,
  })
  return outputFiles[0]?.text ?? ""
}

beforeAll(async () => {
  for (const name of ["imports-worker.ts", "lacks-worker.ts"]) {
    const worker = new Miniflare({
      modules: [{ type: "ESModule", path: "index.mjs", contents: await bundled(name) }],
      compatibilityDate: "2026-07-01",
      bindings: { AUTH_URL: ORIGIN, AUTH_SECRET: "a secret of more than thirty-two characters" },
    })
    running.set(name, worker)
    await worker.ready
  }
})

afterAll(async () => {
  for (const worker of running.values()) await worker.dispose()
})

/** Returns a browser of a Worker. */
function browserOf(name: string) {
  return cookieClient({
    async handle(request) {
      const { method, headers } = request
      const body = method === "POST" ? { body: await request.text() } : {}
      const init = { method, headers: [...headers], redirect: "manual", ...body }
      const answer = await running.get(name)?.dispatchFetch(request.url, init as WorkerInit) // undici has its own type
      if (!answer) throw new Error("The worker does not run")
      return new Response(await answer.text(), {
        status: answer.status,
        headers: [...answer.headers] as [string, string][],
      })
    },
  })
}

test("a Worker signs up and in, and shows its pages in the languages that it imports", async () => {
  const ada = browserOf("imports-worker.ts")
  const post = async (path: string, fields: Record<string, string>) =>
    ada.post(path, { csrfToken: await ada.csrfToken(), ...fields })
  const fields = { email: "ada@app.test", password: "compilers are fun to write" }
  await post("/sign-up", fields)
  const sent = (await (await ada.get(`${ORIGIN}/sent`)).json()) as { code?: string }[] // the worker's response
  await post("/sign-up", { code: sent.findLast(({ code }) => code)?.code ?? "" })
  expect(await (await ada.get("/session")).json()).toMatchObject({ user: { email: "ada@app.test" } })
  await post("/signout", {})
  expect(await (await ada.get("/session")).json()).toBeNull()
  await ada.signInWith("password", fields)
  expect(await (await ada.get("/session")).json()).toMatchObject({ user: { email: "ada@app.test" } })

  const page = async (language: string) =>
    (await browserOf("imports-worker.ts").get("/signin", { "accept-language": language })).text()
  const german = await page("de-AT")
  expect(german).toContain('lang="de"')
  expect(german).toContain("Passwort vergessen?")
  const french = await page("fr")
  expect(french).toContain('lang="en"')
  expect(french).toContain("Forgot password?")
})

test("a Worker that asks for a language without its import says so once, and shows English", async () => {
  const anyone = browserOf("lacks-worker.ts")
  const pages = ["de", "de", "fr"].map(async (tag) => (await anyone.get("/signin", { "accept-language": tag })).text())
  for (const page of await Promise.all(pages)) expect(page).toContain('lang="en"')
  const sentence = (tag: string, name: string) =>
    `The language "${tag}" is missing, because a Worker has only those that it imports. Add \`messages: [${name}]\`, and import { ${name} } from "latchkit/messages/${tag}"`
  const logged = (await (await anyone.get(`${ORIGIN}/logged`)).json()) as string[] // the worker's response
  expect(logged.filter((line) => line.startsWith("The language"))).toEqual([
    sentence("de", "de"),
    sentence("pt-BR", "ptBR"),
    sentence("fr", "fr"),
  ])
})

test("a Worker with a plain passkey provider says which import it lacks, and signs nobody in", async () => {
  const anyone = browserOf("lacks-worker.ts")
  await anyone.get(`${ORIGIN}/logged`)
  const page = await anyone.get("/signin", { "x-service": "passkeys" })
  expect(page.status).toBe(500)
  expect(await page.text()).toContain("Import { Passkey } from &#34;latchkit/providers/passkey&#34;")
})

test.each([
  ["secondFactor", "`secondFactor`", "twoStep"],
  ["nativeApps", "`nativeApps`", "nativeApps"],
  ["deviceBound", "`session.deviceBound`", "deviceBound"],
  ["impersonate", "`callbacks.impersonate`", "administration"],
  ["severalAccounts", "`session.maxAccounts`", "severalAccounts"],
  ["account", "`account`", "account"],
  ["fedcm", "`fedcm`", "fedcm"],
  ["openId", "The provider &#34;acme&#34;", "openId"],
  ["oauth", "The provider &#34;acme&#34;", "oauth"],
  ["formPost", "The provider &#34;github&#34;", "openId"],
  ["discovery", "The provider &#34;acme&#34;", "openId"],
  ["proof", "The provider &#34;github&#34;", "openId"],
  ["adapter", "`adapter`", "storedUsers"],
])(
  "a Worker whose configuration needs a feature that it lacks serves nothing, and names the import: %s",
  async (service, asked, name) => {
    const anyone = browserOf("lacks-worker.ts")
    const responses = ["/signin", "/session", "/providers"].map((path) => anyone.get(path, { "x-service": service }))
    for (const { status } of await Promise.all(responses)) expect(status).toBe(500)
    const page = await (await anyone.get("/signin", { "x-service": service })).text()
    expect(page).toContain(`${asked} needs an import`)
    expect(page).toContain(`import { ${name} } from &#34;latchkit/server&#34;`)
  },
)

test("a Worker whose theme lacks its import says so, and shows Latchkit's own colors", async () => {
  const anyone = browserOf("lacks-worker.ts")
  const logged = (await (await anyone.get(`${ORIGIN}/at-start`)).json()) as string[] // the worker's response
  expect(logged.filter((line) => line.startsWith("`theme` needs an import"))).toEqual([
    expect.stringContaining('import { theme } from "latchkit/server"'),
  ])
  const styles = async (service: string) => (await anyone.get("/theme.css", { "x-service": service })).text()
  expect(await styles("theme")).toBe("")
  expect(await styles("broughtTheme")).toContain("#0f766e")
  expect((await anyone.get("/signin", { "x-service": "theme" })).status).toBe(200)
})

test("a Worker with a plain object for credentials says which import it lacks, and `Credentials()` brings it", async () => {
  const anyone = browserOf("lacks-worker.ts")
  const page = await anyone.get("/signin", { "x-service": "credentials" })
  expect(page.status).toBe(500)
  expect(await page.text()).toContain("Import { Credentials } from &#34;latchkit/providers/credentials&#34;")
  const shown = await anyone.get("/signin", { "x-service": "broughtCredentials" })
  expect(shown.status).toBe(200)
})

test("a Worker that can't confirm a user says which import `auth.require` lacks", async () => {
  const answer = await browserOf("lacks-worker.ts").get(`${ORIGIN}/require`, { "x-service": "broughtOpenId" })
  expect(await answer.json()).toContain("`auth.require` needs an import")
})

test("a Worker that stores users says which import `auth.getAccessToken` lacks", async () => {
  const answer = await browserOf("lacks-worker.ts").get(`${ORIGIN}/token`, { "x-service": "none" })
  expect(await answer.json()).toContain('import { accessTokens } from "latchkit/server"')
})

test("a function of an OpenID Connect provider brings its code into a Worker", async () => {
  const page = await browserOf("lacks-worker.ts").get("/signin", { "x-service": "broughtOpenId" })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain("Continue with Google")
})

test("a Worker whose `Password()` was copied without its features serves nothing", async () => {
  const page = await browserOf("lacks-worker.ts").get("/signin", { "x-service": "passwords" })
  expect(page.status).toBe(500)
  expect(await page.text()).toContain("Use `Password()` itself")
})

test("a Worker with an adapter of another library names the imports of its pages and helpers, and has those of `features`", async () => {
  const anyone = browserOf("lacks-worker.ts")
  const status = async (path: string, service: string) => (await anyone.get(path, { "x-service": service })).status
  const paths = ["/signin", "/account", "/confirm?max_age=60", "/two-step/totp", "/authorize"]
  expect(await Promise.all(paths.map((path) => status(path, "none")))).toEqual([200, 404, 404, 404, 404])
  expect(await Promise.all(paths.map((path) => status(path, "all")))).toEqual([200, 200, 302, 303, 400])
  const users = await anyone.get(`${ORIGIN}/users`, { "x-service": "none" })
  expect(await users.json()).toContain("`auth.users` needs an import")
})

test.each([
  ["domains", "Import { isPublicSuffix } from &#34;latchkit/public-suffixes&#34;"],
  ["listed", "is &#34;co.uk&#34;. Anyone can register a host below this public suffix"],
])(
  "a Worker trusts a cookie's domain only if it imports the list of public suffixes: %s (threat 685)",
  async (service, text) => {
    const page = await browserOf("lacks-worker.ts").get("/signin", { "x-service": service })
    expect(page.status).toBe(500)
    expect(await page.text()).toContain(text)
  },
)

test("a Worker shows the marks of the providers that it imports", async () => {
  const page = await (await browserOf("imports-worker.ts").get("/signin")).text()
  expect(page).toContain(GitHub.row.mark?.paths[0]?.[0])
  expect(await bundled("imports-worker.ts")).not.toContain(GitLab.row.mark?.paths[0]?.[0])
})

test("a Worker offers passkeys if it imports them", async () => {
  const options = await browserOf("imports-worker.ts").get("/webauthn-options?action=authenticate")
  expect(await options.json()).toMatchObject({ action: "authenticate", options: { rpId: "app.test" } })
})
