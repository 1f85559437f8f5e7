import { describe, expect, test } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { getToken } from "../../jwt.ts"
import { authjs, encode, getToken as authjsGetToken } from "../../migrate/authjs/index.ts"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const secret = "s".repeat(32)
const EVE = { username: "eve", password: "x" }

/** Creates an auth instance whose responses a test can hold back. The session is sealed again on each read. */
function createService(config: Partial<AuthConfig> = {}) {
  const held: { wait?: () => Promise<void> } = {}
  const users = {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: { username: {}, password: {} },
    authorize: ({ username = "" }: { username?: string }) => ({
      id: username,
      name: username,
      email: `${username}@app.test`,
    }),
  } as const
  const auth = passwordService({
    providers: [users],
    session: { updateAge: 0 },
    ...config,
    callbacks: {
      async session({ session }) {
        const { wait } = held
        delete held.wait
        await wait?.()
        return session
      },
    },
  })
  return { auth, held }
}

type Service = ReturnType<typeof createService>
type Browser = ReturnType<typeof cookieClient>

/** Stores the cookies of a response in the browser. */
async function applySetCookies(browser: Browser, lines: readonly string[]) {
  const headers = lines.map((line): [string, string] => ["set-cookie", line])
  await cookieClient({ handle: async () => new Response(null, { headers }) }, browser.jar).get("/")
}

/** Starts a request with the current cookies. The browser gets the response when the returned function is called. */
async function startSlowRequest({ auth, held }: Service, browser: Browser, request: RequestInit = {}) {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  held.wait = () => (reached.resolve(), gate.promise)
  const headers = new Headers(request.headers)
  headers.set("cookie", browser.cookieHeader())
  const answer = auth.handle(new Request("https://app.test/auth/session", { ...request, headers }))
  await reached.promise
  return async () => {
    gate.resolve()
    const lines = (await answer).headers.getSetCookie()
    await applySetCookies(browser, lines)
    return lines
  }
}

/** Sends a request that is done at once. The browser gets its response when the returned function is called. */
async function startLateResponse({ auth }: Service, browser: Browser, request: RequestInit = {}) {
  const headers = new Headers(request.headers)
  headers.set("cookie", browser.cookieHeader())
  const response = await auth.handle(new Request("https://app.test/auth/session", { ...request, headers }))
  const lines = response.headers.getSetCookie()
  expect(lines.some((line) => line.includes("session-token=ey"))).toBe(true)
  return () => applySetCookies(browser, lines)
}

const FORMS: [string, Partial<AuthConfig>][] = [
  ["", {}],
  ["under the Auth.js preset ", authjs()],
  ["under the next-auth 4 preset ", authjs({ version: 4 })],
  [
    "with an encode that makes a new jti each time ",
    { jwt: { encode: ({ token, ...rest }) => encodeWithNewId(token, rest), decode } },
  ],
]

const encodeWithNewId = async (token: object | undefined, { salt }: { salt: string }) =>
  encode({ token: { ...token, jti: crypto.randomUUID() }, secret, salt })
async function decode({ token, salt }: { token?: string | undefined; salt: string }) {
  const { decode } = await import("../../migrate/authjs/index.ts")
  return decode({ token, secret, salt })
}

describe.each(FORMS)("a response %sthat arrives after the sign-out", (_, config) => {
  const started = async () => {
    const app = createService(config)
    const ada = cookieClient(app.auth)
    await ada.signInWith("credentials", ADA)
    expect(await signedInName(ada)).toBe("ada@app.test")
    return { app, ada }
  }

  test.each(["GET", "POST"])("opens no session if %s session requested it", async (method) => {
    const { app, ada } = await started()
    const csrfToken = await ada.csrfToken()
    const headers = { "content-type": "application/json" }
    const update = { method, headers, body: JSON.stringify({ csrfToken, data: 1 }) }
    const arrives = await startSlowRequest(app, ada, method === "POST" ? update : {})
    await ada.post("/signout", { csrfToken })
    const lines = await arrives()
    expect(lines.filter((line) => line.includes("session-token"))).toEqual([]) // this process knows the sign-out
    expect(await signedInName(ada)).toBeNull()
    expect([...ada.jar.keys()].filter((name) => name.includes("session-token"))).toEqual([])
  })

  test("opens no session if it was on its way", async () => {
    const { app, ada } = await started()
    const arrives = await startLateResponse(app, ada)
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    await arrives()
    expect(await signedInName(ada)).toBeNull()
    expect([...ada.jar.keys()].filter((name) => name.includes("session-token"))).toEqual([])
  })

  test("opens no session in the app's own code either", async () => {
    const { app, ada } = await started()
    const arrives = await startLateResponse(app, ada)
    await applySetCookies(ada, (await app.auth.signOut({ headers: { cookie: ada.cookieHeader() } })).cookies)
    await arrives()
    expect(await app.auth.getSession({ headers: { cookie: ada.cookieHeader() } })).toBeNull()
  })

  test("doesn't end a session that was opened since", async () => {
    const { ada } = await started()
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    await ada.signInWith("credentials", ADA)
    expect(await signedInName(ada)).toBe("ada@app.test")
  })

  test("doesn't restore the previous user", async () => {
    const { app, ada } = await started()
    const arrives = await startSlowRequest(app, ada)
    await ada.signInWith("credentials", EVE)
    expect(await signedInName(ada)).toBe("eve@app.test")
    await arrives()
    expect(await signedInName(ada)).toBe("eve@app.test")
  })
})

test("ends the session in the browser's other tabs on sign-out, but not on another device", async () => {
  const { auth } = createService()
  const [laptop, phone] = [cookieClient(auth), cookieClient(auth)]
  await laptop.signInWith("credentials", ADA)
  await phone.signInWith("credentials", ADA)
  const otherTab = cookieClient(auth, laptop.jar)
  await laptop.post("/signout", { csrfToken: await laptop.csrfToken() })
  expect(await signedInName(otherTab)).toBeNull()
  expect(await signedInName(phone)).toBe("ada@app.test")
})

test("keeps a slow read in another tab signed in after an update", async () => {
  const app = createService()
  const ada = cookieClient(app.auth)
  await ada.signInWith("credentials", ADA)
  const arrives = await startSlowRequest(app, ada)
  const csrfToken = await ada.csrfToken()
  await ada.postJson("/session", { csrfToken, data: 1 })
  await arrives()
  expect(await signedInName(ada)).toBe("ada@app.test")
})

test("keeps a slow read signed in after the same user signs in again", async () => {
  const app = createService()
  const ada = cookieClient(app.auth)
  await ada.signInWith("credentials", ADA)
  const arrives = await startSlowRequest(app, ada)
  await ada.signInWith("credentials", ADA)
  await arrives()
  expect(await signedInName(ada)).toBe("ada@app.test")
})

test("ends a session that Auth.js opened in the same way", async () => {
  const app = createService(authjs())
  const name = "__Secure-authjs.session-token"
  const token = await encode({ token: { sub: "ada", email: "ada@app.test" }, secret, salt: name })
  const ada = cookieClient(app.auth, new Map([[name, { value: token }]]))
  const arrives = await startLateResponse(app, ada)
  await ada.post("/signout", { csrfToken: await ada.csrfToken() })
  await arrives()
  const req = { headers: { cookie: ada.cookieHeader() } }
  expect(await authjsGetToken({ req, secret })).toBeNull()
  expect(await signedInName(ada)).toBeNull()
})

test("rejects the signed-out session in getToken too", async () => {
  const app = createService()
  const ada = cookieClient(app.auth)
  await ada.signInWith("credentials", ADA)
  const site = "https://app.test"
  const arrives = await startLateResponse(app, ada)
  await ada.post("/signout", { csrfToken: await ada.csrfToken() })
  await arrives()
  const token = await getToken({ req: { headers: { cookie: ada.cookieHeader() } }, secret, site })
  expect(token).toBeNull()
  expect(
    await getToken({
      req: { headers: { cookie: ada.cookieHeader().replace(/__Host-latchkit.ended=[^;]*/, "") } },
      secret,
      site,
    }),
  ).not.toBeNull()
})

test("stores the sign-out in a cookie without secrets, with the scope and lifetime of the session cookie", async () => {
  const cookies = { sessionToken: { name: "acme", options: { domain: "app.test", sameSite: "none" as const } } }
  for (const [config, expected] of [
    [{}, /^__Host-latchkit\.ended=[\w-]{22}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
    [
      { cookies },
      /^latchkit\.ended=[\w-]{22}; Max-Age=2592000; Domain=app\.test; Path=\/; HttpOnly; Secure; SameSite=None$/,
    ],
  ] as const) {
    const ada = cookieClient(createService(config).auth)
    await ada.signInWith("credentials", ADA)
    const answer = await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect(answer.headers.getSetCookie().find((line) => line.includes("ended="))).toMatch(expected)
  }
})
