import { parseSetCookie } from "cookie"
import { describe, expect, test } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { authjsInstallation } from "../fixtures/authjs-installation.ts"
import { authjs } from "./index.ts"

/** Callbacks and events as an app writes them. Auth.js and Latchkit have separate types for them. */
type Hooks = Partial<Pick<AuthConfig, "callbacks" | "events">>

/** Runs one app with the published Auth.js, and with Latchkit under the preset. */
function both(hooks: () => Hooks = () => ({})) {
  const [theirs, ours] = [hooks(), hooks()]
  return {
    theirs: authjsInstallation(theirs as Parameters<typeof authjsInstallation>[0]).browser(),
    ours: cookieClient(passwordService({ ...authjs(), ...ours })),
  }
}
type Browser = ReturnType<typeof both>["ours"]

const RANDOM = /[\da-f]{64}|[\da-f]{8}-[\da-f-]{27}/g
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** Adds the trailing slash that Latchkit writes after a site's URL. */
const withSlash = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replace(/"https:\/\/app\.test"/, '"https://app.test/"'))

const ON_DEMAND = ["__Host-authjs.csrf-token", "__Secure-authjs.callback-url"]
const required = (cookies: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(cookies).filter(([name]) => !ON_DEMAND.includes(name)))

/** Returns everything that an app's client can see of a response, without random values. */
async function seen(response: Response) {
  const text = await response.clone().text()
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
  return {
    status: response.status,
    location: response.headers.get("location"),
    body: isJson ? (JSON.parse(text.replace(RANDOM, "random").replace(TIME, "time")) as unknown) : null,
    cookies: Object.fromEntries(
      response.headers.getSetCookie().map((line) => {
        const { name, value = "", expires, maxAge, ...attributes } = parseSetCookie(line)
        const isCleared = value === "" && (maxAge === 0 || (expires?.getTime() ?? 1) <= 0)
        return [name, isCleared ? "cleared" : { ...attributes, persists: Boolean(expires ?? maxAge) }]
      }),
    ),
  }
}

const JSON_MODE = { "x-auth-return-redirect": "1" }
const withToken = async (browser: Browser, fields: Record<string, string> = {}) => ({
  csrfToken: await browser.csrfToken(),
  ...fields,
})
const signIn = async (browser: Browser, fields: Record<string, string> = ADA, headers: HeadersInit = {}) =>
  browser.post("/callback/credentials", await withToken(browser, fields), headers)

const REQUESTS: Record<string, (browser: Browser) => Promise<Response>> = {
  "GET providers": (browser) => browser.get("/providers"),
  "GET csrf": (browser) => browser.get("/csrf"),
  "GET session, signed out": (browser) => browser.get("/session"),
  "a sign-in in JSON mode": (browser) => signIn(browser, { ...ADA, callbackUrl: "/there" }, JSON_MODE),
  "a sign-in by a form": (browser) => signIn(browser, { ...ADA, callbackUrl: "/there" }),
  "a sign-in that asks to go elsewhere": (browser) =>
    signIn(browser, { ...ADA, callbackUrl: "https://evil.test/" }, JSON_MODE),
  "POST session": async (browser) => {
    await signIn(browser)
    return browser.postJson("/session", await withToken(browser, { data: "x" }))
  },
  "a sign-out in JSON mode": async (browser) => {
    await signIn(browser)
    return browser.post("/signout", await withToken(browser, { callbackUrl: "/bye" }), JSON_MODE)
  },
}

describe("REST responses equal those of @auth/core:", () => {
  test.each(Object.entries(REQUESTS))("%s", async (_, send) => {
    const { theirs, ours } = both()
    const [expected, found] = [await seen(await send(theirs)), await seen(await send(ours))]
    expect({ status: found.status, body: found.body }).toMatchObject({
      status: expected.status,
      body: withSlash(expected.body),
    })
    // In JSON mode Auth.js sends a `Location` with status 200, where it has no effect
    expect(found.location).toBe(expected.status === 200 ? null : expected.location)
    expect(found.cookies).toMatchObject(required(expected.cookies))
  })

  test("a wrong password redirects to the sign-in page with the same error and code", async () => {
    const { theirs, ours } = both()
    const errors = []
    for (const browser of [theirs, ours]) {
      const response = await signIn(browser, { ...ADA, password: "x" }, JSON_MODE)
      const { url } = (await response.json()) as { url: string } // the JSON that the client reads
      const { pathname, searchParams } = new URL(url)
      errors.push({
        status: response.status,
        pathname,
        error: searchParams.get("error"),
        code: searchParams.get("code"),
      })
    }
    expect(errors[1]).toEqual(errors[0])
  })

  test("a form without a CSRF token doesn't sign in", async () => {
    const { theirs, ours } = both()
    for (const browser of [theirs, ours]) {
      await browser.post("/callback/credentials", ADA, JSON_MODE)
      expect(await (await browser.get("/session")).json()).toBeNull()
    }
  })
})

test("differs: sets the CSRF and callback URL cookies only if a form or a redirect needs them", async () => {
  const { theirs, ours } = both()
  for (const browser of [theirs, ours]) await browser.get("/session")
  expect([...theirs.jar.keys()]).toEqual(["__Host-authjs.csrf-token", "__Secure-authjs.callback-url"])
  expect([...ours.jar.keys()]).toEqual([])
})

test("differs: POST signin/credentials signs in instead of redirecting to the sign-in page", async () => {
  const { theirs, ours } = both()
  for (const browser of [theirs, ours])
    await browser.post("/signin/credentials", await withToken(browser, ADA), JSON_MODE)
  expect(await (await theirs.get("/session")).json()).toBeNull()
  expect(await (await ours.get("/session")).json()).toMatchObject({ user: { name: "Ada" } })
})

test("differs: reading a session refreshes its cookie only after `updateAge`", async () => {
  const { theirs, ours } = both()
  const renewed = []
  for (const browser of [theirs, ours]) {
    await signIn(browser)
    renewed.push((await browser.get("/session")).headers.getSetCookie().some((line) => line.includes("session-token")))
  }
  expect(renewed).toEqual([true, false])
})

test("differs: a session has `image: null` if the user has no image", async () => {
  const { theirs, ours } = both()
  const users = []
  for (const browser of [theirs, ours]) {
    await signIn(browser)
    users.push(((await (await browser.get("/session")).json()) as { user: object }).user) // the JSON that the client reads
  }
  expect(users).toEqual([
    { name: "Ada", email: "ada@example.com" },
    { name: "Ada", email: "ada@example.com", image: null },
  ])
})

/** Returns the calls of the app's callbacks and events, in order, with the names of their parameters. */
async function calls(act: (browser: Browser) => Promise<unknown>) {
  const journals: string[][] = []
  const hooks = (): Hooks => {
    const journal: string[] = []
    journals.push(journal)
    const note = (name: string, given: object) => {
      const named = Object.entries(given).filter(
        ([key, value]) => value !== undefined && !["carried", "emailVerified", "secret"].includes(key),
      )
      const text = named.map(([key, value]) =>
        key === "trigger" || key === "isNewUser" ? `${key}=${String(value)}` : key,
      )
      journal.push(`${name}(${text.toSorted().join(", ")})`)
    }
    return {
      callbacks: {
        signIn: (params) => (note("signIn", params), true),
        jwt: (params) => (note("jwt", params), { ...params.token, role: "editor" }),
        session: (params) => (note("session", params), params.session),
        redirect: ({ url, baseUrl }) => (url.startsWith("/") ? baseUrl + url : url),
      },
      events: {
        signIn: (message) => note("event signIn", message),
        signOut: (message) => note("event signOut", message),
        session: (message) => note("event session", message),
      },
    }
  }
  const { theirs, ours } = both(hooks)
  await act(theirs)
  await act(ours)
  return { theirs: journals[0], ours: journals[1] }
}

/** Removes what only Latchkit passes: whether the user is new, and that a session callback runs for an update. */
const withoutMore = (call: string) =>
  call.startsWith("event signIn") || call.startsWith("session")
    ? call.replace("isNewUser=false, ", "").replace("newSession, ", "").replace(", trigger=update", "")
    : call

describe("calls callbacks and events like @auth/core:", () => {
  test.each<[string, (browser: Browser) => Promise<unknown>]>([
    ["a sign-in", (browser) => signIn(browser)],
    [
      "a session that is read",
      async (browser) => {
        await signIn(browser)
        await browser.get("/session")
      },
    ],
    [
      "a session that is updated",
      async (browser) => {
        await signIn(browser)
        await browser.postJson("/session", { csrfToken: await browser.csrfToken(), data: { name: "Ada" } })
      },
    ],
    [
      "a sign-out",
      async (browser) => {
        await signIn(browser)
        await browser.post("/signout", await withToken(browser))
      },
    ],
  ])("%s", async (_, act) => {
    const { theirs, ours } = await calls(act)
    expect(ours?.map(withoutMore)).toEqual(theirs)
    expect(ours?.length).toBeGreaterThan(0)
  })
})
