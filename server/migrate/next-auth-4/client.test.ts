import { describe, expect, test, vi } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { CredentialsSignin } from "../../errors.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { authjs } from "../authjs/index.ts"
import { nextAuth4Installation } from "../fixtures/next-auth-4-installation.ts"

const BASE = "https://app.test/api/auth"

const createLatchkitClient = (config: Partial<AuthConfig> = {}) =>
  cookieClient(passwordService({ ...authjs({ version: 4 }), ...config }, { AUTH_URL: BASE }), undefined, BASE)
type Browser = ReturnType<typeof createLatchkitClient>

/** Sends the form that `signIn("credentials", { redirect: false })` of next-auth 4's client sends. */
const submitForm = async (browser: Browser, fields: Record<string, string> = ADA) =>
  browser.post("/callback/credentials", {
    ...fields,
    redirect: "false",
    csrfToken: await browser.csrfToken(),
    json: "true",
  })

/** Returns the result that next-auth 4's client reads from the response. */
async function readResult(response: Response) {
  const { url } = (await response.json()) as { url: string } // the JSON that the client reads
  return { status: response.status, ok: response.ok, error: new URL(url).searchParams.get("error") }
}

const credentialsConfig = (authorize: () => never | null) => ({
  providers: [{ id: "credentials", name: "Password", type: "credentials" as const, credentials: {}, authorize }],
})
type Both = Record<"session" | "token", object>
const failingWith = (error: unknown) =>
  credentialsConfig(() => {
    throw error
  })

/** Creates clients of two servers with one configuration: the published next-auth 4, and Latchkit under its preset. */
const bothClients = (config: object = {}): [string, Browser][] => [
  ["next-auth 4", nextAuth4Installation(config).browser()],
  ["Latchkit", createLatchkitClient(config)],
]

describe.each<[string, object, Record<string, string> | undefined, object]>([
  ["a right password", {}, ADA, { status: 200, ok: true, error: null }],
  ["a wrong password", {}, { ...ADA, password: "x" }, { status: 401, ok: false, error: "CredentialsSignin" }],
  [
    "an Error of authorize",
    failingWith(new Error("Your account is locked.")),
    ADA,
    { status: 401, ok: false, error: "Your account is locked." },
  ],
  [
    "a signIn callback that returns false",
    { callbacks: { signIn: () => false } },
    ADA,
    { status: 403, ok: false, error: "AccessDenied" },
  ],
])("the client's result of %s", (_, config, fields, expected) => {
  test.each(bothClients(config))("in %s", async (_, browser) => {
    expect(await readResult(await submitForm(browser, fields))).toEqual(expected)
  })
})

test.each(
  bothClients({
    callbacks: {
      signIn: () => {
        throw new Error("Members only.")
      },
    },
  }),
)("shows the message of an Error of the signIn callback on the page in %s", async (_, browser) => {
  expect(await readResult(await submitForm(browser))).toMatchObject({ error: "Members only." })
})

test.each<[string, unknown]>([
  ["a subclass of Error", new TypeError("Cannot read properties of undefined (reading 'hash')")],
  ["a system error", Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:5432"), { code: "ECONNREFUSED" })],
  ["an error with a cause", new Error("select * from users", { cause: new Error("timeout") })],
])("keeps the message of %s in the log", async (_, error) => {
  expect(await readResult(await submitForm(createLatchkitClient(failingWith(error))))).toEqual({
    status: 401,
    ok: false,
    error: "Callback",
  })
})

test("cuts a message at 300 characters", async () => {
  const browser = createLatchkitClient(failingWith(new Error("x".repeat(400))))
  expect((await readResult(await submitForm(browser))).error).toBe("x".repeat(300))
})

test("names a form without a valid CSRF token in `error`", async () => {
  const response = await createLatchkitClient().post("/signin/credentials", { ...ADA, csrfToken: "x" })
  expect(new URL(response.headers.get("location") ?? "").searchParams.get("error")).toBe("MissingCSRF")
})

test("logs a message for the user at debug only, as next-auth 4 logs none", async () => {
  const [error, debug] = [vi.fn(), vi.fn()]
  const logger = { error, debug, warn: () => undefined }
  await submitForm(createLatchkitClient({ ...failingWith(new Error("Wrong password.")), logger }))
  expect(error).not.toHaveBeenCalled()
  expect(debug).toHaveBeenCalledWith("CallbackRouteError: Wrong password.", expect.anything())
})

test("a page that gets the whole token also gets the time of the sign-in, and no other claim", async () => {
  const callbacks = { session: ({ session, token }: Both) => ({ ...session, user: token }) }
  const names: string[][] = []
  for (const [, browser] of bothClients({ callbacks })) {
    await browser.signInWith("credentials", ADA)
    const { user } = (await (await browser.get("/session")).json()) as { user: object } // the session callback's
    names.push(Object.entries(user).flatMap(([name, value]) => (value === null ? [] : [name])))
  }
  const [theirs = [], ours = []] = names
  expect(ours.filter((name) => !theirs.includes(name))).toEqual(["auth_time"])
})

test("shows no message of an Error without the preset, or for version 5", async () => {
  for (const preset of [{}, authjs()]) {
    const browser = cookieClient(
      passwordService({ ...preset, ...failingWith(new Error("Locked.")) }, { AUTH_URL: BASE }),
      undefined,
      BASE,
    )
    const response = await submitForm(browser)
    expect(decodeURIComponent(response.headers.get("location") ?? "")).not.toContain("Locked")
  }
})

test("keeps the name and code of the app's CredentialsSignin", async () => {
  class Locked extends CredentialsSignin {
    override code = "locked"
  }
  const response = await submitForm(createLatchkitClient(failingWith(new Locked())))
  expect(await response.json()).toMatchObject({ error: "CredentialsSignin", code: "locked" })
})

test.each(bothClients())("%s responds with an empty object to a signed-out user", async (_, browser) => {
  expect(await (await browser.get("/session")).json()).toEqual({})
  const update = { csrfToken: await browser.csrfToken(), data: {} }
  expect(await (await browser.postJson("/session", update)).json()).toEqual({})
})

test.each(bothClients())("%s responds to a sign-out that asks for JSON with the URL", async (_, browser) => {
  await browser.signInWith("credentials", ADA)
  const response = await browser.post("/signout", {
    csrfToken: await browser.csrfToken(),
    callbackUrl: "/bye",
    json: "true",
  })
  expect(await response.json()).toEqual({ url: "https://app.test/bye" })
})

const issuer = { authorization: "https://idp.test/a", token: "https://idp.test/t", userinfo: "https://idp.test/u" }
const acme = {
  id: "acme",
  name: "Acme",
  type: "oauth",
  clientId: "c",
  clientSecret: "s",
  profile: () => ({ id: "1" }),
  ...issuer,
} as const

test.each(bothClients({ providers: [acme] }))("%s names a failed OAuth callback OAuthCallback", async (_, browser) => {
  const response = await browser.get("/callback/acme?code=c&state=s")
  expect(new URL(response.headers.get("location") ?? "").searchParams.get("error")).toBe("OAuthCallback")
})

describe.each(
  bothClients({ providers: [acme, ...credentialsConfig(() => null).providers], pages: { signIn: "/login" } }),
)("an app's own sign-in page of %s gets the callback URL again", (_, browser) => {
  const shown = async (response: Response) => {
    const { pathname, searchParams } = new URL(response.headers.get("location") ?? "", BASE)
    if (!pathname.startsWith("/api/auth/"))
      return [pathname, searchParams.get("callbackUrl"), searchParams.get("error")]
    return shown(await browser.get(`${pathname.replace("/api/auth", "")}?${searchParams}`))
  }
  const form = async () => ({ csrfToken: await browser.csrfToken(), callbackUrl: "/orders/7" })
  const at = "https://app.test/orders/7"

  test("after a wrong password", async () => {
    const response = await browser.post("/callback/credentials", await form())
    expect(await shown(response)).toEqual(["/login", at, "CredentialsSignin"])
  })

  test("after the user cancelled at the provider", async () => {
    const started = await browser.post("/signin/acme", { ...(await form()), json: "true" })
    const { url } = (await started.json()) as { url: string } // the JSON that the client reads
    const state = new URL(url).searchParams.get("state") ?? ""
    const response = await browser.get(`/callback/acme?error=access_denied&state=${encodeURIComponent(state)}`)
    expect(await shown(response)).toEqual(["/login", at, "Callback"])
  })
})

test("an OpenID provider has the type oauth in GET providers, the only one that version 4 knew", async () => {
  const oidc = { id: "acme", name: "Acme", type: "oidc", issuer: "https://idp.test", clientId: "c" } as const
  expect(await (await createLatchkitClient({ providers: [oidc] }).get("/providers")).json()).toMatchObject({
    acme: { type: "oauth" },
  })
})

test("explains next-auth 4's name of an error on the built-in sign-in page", async () => {
  const page = async (error: string) => (await createLatchkitClient().get(`/signin?error=${error}`)).text()
  const [theirs, ours, none] = [await page("OAuthCallback"), await page("OAuthCallbackError"), await page("Nothing")]
  const alert = /role="alert"[^>]*>.*?<\/p>/s
  expect(alert.exec(theirs)?.[0]).toBe(alert.exec(ours)?.[0] ?? "")
  expect(alert.exec(theirs)?.[0]).not.toBe(alert.exec(none)?.[0])
})
