import { describe, expect, test } from "vitest"
import { createAuth } from "../../service/auth.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import { CredentialsSignin } from "../../errors.ts"
import { GitHub, Nodemailer, OIDC, Resend } from "../../providers/index.ts"
import type { Provider } from "../../providers/types.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"

type Env = Record<string, string>

/** Opens a service in development, unless `env` says otherwise, and keeps what it logs. */
function open(config: Partial<AuthConfig> = {}, env: Env = {}) {
  const errors: string[] = []
  const warnings: string[] = []
  const logger = {
    error: ({ message }: Error) => void errors.push(message),
    warn: (code: string) => void warnings.push(code),
    debug: () => undefined,
  }
  const auth = createAuth(passwordConfig({ logger, ...config }), {
    env: { NODE_ENV: "development", AUTH_URL: "https://app.test/auth", ...env },
  })
  return { auth, errors, warnings, browser: cookieClient(auth) }
}

const credentials = (authorize: () => unknown) =>
  ({ ...passwordConfig().providers[0], authorize }) as unknown as Provider // tests what a wrong one returns

const post = { method: "POST", body: new URLSearchParams({ csrfToken: "t" }) }
const from = (origin: string, init: RequestInit = {}): RequestInit => ({ ...init, headers: { origin } })
const local = { AUTH_URL: "http://localhost:3000/auth" }

const REJECTED: [name: string, path: string, init: RequestInit, env: Env, status: number, line: string][] = [
  [
    "another site",
    "/signout",
    from("https://evil.test", post),
    {},
    403,
    'this site is https://app.test. If that page is yours, add "https://evil.test" to `trustedOrigins`',
  ],
  [
    "a proxy that changes the host",
    "http://localhost:3000/auth/signout",
    from("http://localhost:5173", post),
    local,
    403,
    "let it keep the host: `changeOrigin: false`",
  ],
  [
    "a proxy that ends TLS",
    "/signout",
    from("http://app.test", post),
    {},
    403,
    'in Express `app.set("trust proxy", 1)`',
  ],
  ["a sandboxed frame", "/signout", from("null", post), {}, 403, "A sandboxed frame or a file sent it"],
  ["a wrong path", "/sesion", {}, {}, 404, "Set `basePath` to the path where your app mounts Latchkit"],
  ["an unknown provider", "/signin/gitub", post, {}, 404, "Add it to `providers`, or correct the id"],
  ["an option that is off", "/export", post, {}, 404, "Set the option that `export` needs"],
  [
    "proxies that name several hosts",
    "http://10.0.0.1/auth/signin",
    { headers: { "x-forwarded-host": "a.test, b.test" } },
    { AUTH_URL: "", AUTH_TRUST_HOST: "true" },
    400,
    'x-forwarded-host is "a.test, b.test", which names several hosts. Set AUTH_URL to the site\'s URL',
  ],
  ["a wrong method", "/session", { method: "DELETE" }, {}, 405, "Send a GET or a POST"],
  [
    "a body that can't be read",
    "/signout",
    { method: "POST", body: "x", headers: { "content-type": "text/plain" } },
    {},
    415,
    "set `content-type`",
  ],
]

describe("in development, a request rejected because of", () => {
  test.each(REJECTED)("%s is logged once with cause and fix, and the response has them", async (...row) => {
    const [, path, init, env, status, line] = row
    const { browser, errors } = open({}, env)
    const [first, second] = [await browser.send(path, init), await browser.send(path, init)]
    expect(first.status).toBe(status)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(line)
    expect(errors[0]).toContain(`got ${status}: `)
    expect(await second.json()).toEqual({ message: errors[0] })
    const page = await browser.send(path, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), accept: "text/html" },
    })
    expect(page.status).toBe(status)
    expect(await page.text()).toContain("got ")
  })

  test.each(REJECTED)("%s says nothing in production (threat 608)", async (...row) => {
    const [, path, init, env, status] = row
    const { browser, errors } = open({}, { ...env, NODE_ENV: "production" })
    const response = await browser.send(path, init)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain("got ")
    expect(errors).toEqual([])
  })
})

describe("an app that runs at another address than AUTH_URL", () => {
  const at = "http://localhost:3001/auth"
  const found = (address: string) => `a request is for \`${address}\`, but AUTH_URL is`

  test.each([
    ["on another port", "http://localhost:3000", at, { host: "localhost:3001" }, "http://localhost:3001"],
    [
      "whose framework names an inner host",
      "http://localhost:3000",
      "http://0.0.0.0/auth",
      { host: "127.0.0.1:3001" },
      "http://127.0.0.1:3001",
    ],
    ["with the site's own AUTH_URL", "https://app.test", at, {}, "http://localhost:3001"],
    ["whose page has it", "http://localhost:3000", at, { referer: "http://localhost:3001/" }, "http://localhost:3001"],
  ])("%s is logged once in development", async (_, AUTH_URL, base, headers, address) => {
    const { browser, auth, errors } = open({}, { AUTH_URL })
    await browser.send(`${base}/signin`, { headers })
    await auth.getSession(new Request(new URL("/account", base), { headers }))
    expect(errors).toEqual([expect.stringContaining(found(address))])
    expect(errors[0]).toContain(`Set \`AUTH_URL=${address}\``)
  })

  test("is logged by the guard of a page, which redirects to AUTH_URL", async () => {
    const { auth, errors } = open({}, local)
    const { response } = await auth.requireSession(new Request("http://localhost:3001/account"))
    expect(response?.headers.get("location")).toMatch(/^http:\/\/localhost:3000\/auth\/signin/)
    expect(errors).toEqual([expect.stringContaining(found("http://localhost:3001"))])
  })

  test.each([
    ["its address is AUTH_URL's", { host: "localhost:3000" }, {}],
    ["a proxy replaced the host of a page", { referer: "http://localhost:3000/account" }, {}],
    ["a proxy replaced the host of a form", { origin: "http://localhost:3000" }, {}],
    ["a proxy says which host it replaced", { "x-forwarded-host": "localhost:3000" }, {}],
    ["AUTH_URL isn't set", {}, { AUTH_URL: "" }],
    ["it is in production", {}, { NODE_ENV: "production" }],
  ])("isn't logged if %s", async (_, headers, env) => {
    const { browser, errors } = open({}, { ...local, ...env })
    await browser.send(`${at}/signin`, { headers })
    expect(errors).toEqual([])
  })
})

const CAUSES: [name: string, error: Error, line: string][] = [
  ["a missing table of SQLite", new Error("no such table: auth_users"), "Run `npx latchkit migrate`"],
  ["a missing table of PostgreSQL", new Error('relation "auth_users" does not exist'), "Run `npx latchkit migrate`"],
  ["a missing table of MySQL", new Error("Table 'app.auth_users' doesn't exist"), "Run `npx latchkit migrate`"],
  ["a missing column", new Error("no such column: role"), "Run `npx latchkit migrate`"],
  [
    "a missing package",
    new Error("Cannot find package 'nodemailer' imported from /app/a.js"),
    "`npm install nodemailer`",
  ],
  [
    "a cause of a cause",
    new Error("query failed", { cause: new Error("no such table: x") }),
    "Run `npx latchkit migrate`",
  ],
]

test.each(CAUSES)(
  "%s is logged with its fix, and the error page shows it in development only",
  async (_, thrown, line) => {
    for (const NODE_ENV of ["development", "production"]) {
      const providers = [credentials(() => Promise.reject(thrown))]
      const { browser, errors } = open({ providers }, { NODE_ENV })
      const response = await browser.signInWith("credentials", ADA)
      expect(errors.join("\n")).toContain(line)
      const page = await (await browser.get(response.headers.get("location") ?? "")).text()
      expect(page.includes(line.replaceAll("`", "`"))).toBe(NODE_ENV === "development")
    }
  },
)

test.each([
  ["a string", "ada"],
  ["a list", [{ id: "1" }]],
  ["an object without an `id`", { ok: true }],
  ["a boolean", true],
])("%s from `authorize` is logged, because the user only sees a wrong password", async (found, result) => {
  const { browser, errors } = open({ providers: [credentials(() => result)] })
  await browser.signInWith("credentials", ADA)
  expect(errors).toEqual([expect.stringContaining(`\`authorize\` returned ${found}`)])
})

test.each([null, undefined, false, { id: "1" }, { id: 1 }, { email: "ada@app.test" }])(
  "%j from `authorize` is not logged",
  async (result) => {
    const { browser, errors } = open({ providers: [credentials(() => result)] })
    await browser.signInWith("credentials", ADA)
    expect(errors).toEqual([])
  },
)

test("a wrong password that `authorize` throws is not logged", async () => {
  const { browser, errors } = open({ providers: [credentials(() => Promise.reject(new CredentialsSignin()))] })
  await browser.signInWith("credentials", ADA)
  expect(errors).toEqual([])
})

const CONFIGURATIONS: [name: string, config: Partial<AuthConfig>, env: Env, line: string][] = [
  [
    "no secret beside NEXTAUTH_SECRET",
    { secret: undefined },
    { NEXTAUTH_SECRET: "n".repeat(32) },
    "`NEXTAUTH_SECRET` is set: rename it to AUTH_SECRET",
  ],
  [
    "no client id beside GITHUB_ID",
    { providers: [GitHub()] },
    { GITHUB_ID: "x" },
    "`GITHUB_ID` is set: rename it to AUTH_GITHUB_ID",
  ],
  [
    "no client id beside AUTH_GITHUB_CLIENT_ID",
    { providers: [GitHub()] },
    { AUTH_GITHUB_CLIENT_ID: "x" },
    "rename it to AUTH_GITHUB_ID",
  ],
  ["no client id", { providers: [GitHub()] }, {}, "set AUTH_GITHUB_ID"],
  [
    "no mail server in production",
    { adapter: MemoryAdapter(), providers: [Nodemailer({ server: undefined, from: "a@app.test" })] },
    { NODE_ENV: "production" },
    "`Nodemailer` has no `server`",
  ],
  [
    "no sender in production",
    { adapter: MemoryAdapter(), providers: [Resend({ from: undefined, apiKey: "k" })] },
    { NODE_ENV: "production" },
    'The provider "resend" has no `from`',
  ],
  [
    "no sender of SMTP in production",
    { adapter: MemoryAdapter(), providers: [Nodemailer({ server: "smtp://x", from: "" })] },
    { NODE_ENV: "production" },
    'The provider "nodemailer" has no `from`',
  ],
  [
    "a number of proxies in words",
    {},
    { NODE_ENV: "production", AUTH_TRUSTED_PROXIES: "abc" },
    'AUTH_TRUSTED_PROXIES is "abc". Set it to the number of your proxies',
  ],
  [
    "an issuer without a scheme",
    { providers: [OIDC({ id: "corp", issuer: "id.corp.test", clientId: "a", clientSecret: "b" })] },
    {},
    'The provider "corp" has the `issuer` "id.corp.test". Set it to a URL with https://',
  ],
  [
    "a lifetime in words",
    { session: { maxAge: "30d" as unknown as number } },
    {},
    '`session.maxAge` is "30d". Set it to a number of seconds',
  ],
  ["a color that isn't one", { theme: { brandColor: "notacolor" } }, {}, 'theme.brandColor` is "notacolor"'],
  ["a logo that isn't safe", { theme: { logo: "javascript:alert(1)" } }, {}, "theme.logo` is"],
]

test.each(CONFIGURATIONS)("%s is logged with its fix", async (_, config, env, line) => {
  const { errors } = open(config, env)
  await expect.poll(() => errors.join("\n")).toContain(line)
})

test("the error page of a wrong configuration shows the first problem in development only", async () => {
  for (const NODE_ENV of ["development", "production"]) {
    const { browser } = open({ session: { maxAge: "30d" as unknown as number } }, { NODE_ENV }) // a mistake
    const page = await browser.get("/signin", { accept: "text/html" })
    expect(page.status).toBe(500)
    expect((await page.text()).includes("Set it to a number of seconds")).toBe(NODE_ENV === "development")
  }
})

test("a provider that can't be reached is logged with the URL and the cause", async () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" })
  const fetch = () => Promise.reject(new TypeError("fetch failed", { cause: refused }))
  const providers = [OIDC({ id: "corp", issuer: "https://id.corp.test", clientId: "a", clientSecret: "b" })]
  const { browser, errors } = open({ providers, fetch })
  await browser.post("/signin/corp", { csrfToken: await browser.csrfToken() })
  expect(errors.join("\n")).toContain("https://id.corp.test/.well-known/openid-configuration (ECONNREFUSED)")
})

test("two configurations that would overwrite each other's session cookie are reported", () => {
  const env = { AUTH_URL: "https://two.test" }
  expect(open({ basePath: "/auth" }, env).warnings).not.toContain("shared-session-cookie")
  expect(open({ basePath: "/auth" }, env).warnings).not.toContain("shared-session-cookie")
  expect(open({ basePath: "/admin/auth" }, env).warnings).toContain("shared-session-cookie")
  const cookies = { sessionToken: { name: "admin.session" } }
  expect(open({ basePath: "/admin/auth", cookies }, env).warnings).not.toContain("shared-session-cookie")
})
