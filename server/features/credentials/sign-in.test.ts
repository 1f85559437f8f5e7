import { describe, expect, test } from "vitest"
import { CredentialsSignin } from "../../errors.ts"
import type { AuthConfig } from "../../service/config.ts"
import { Credentials } from "../../providers/credentials.ts"
import { passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

type AuthorizeResult = Record<string, unknown> | null

/** Creates an auth instance whose provider declares no fields, as in Auth.js's own tutorials. */
function createService(
  answer: (given: Record<string, unknown>) => AuthorizeResult,
  config: Partial<AuthConfig> = {},
  more: object = {},
) {
  const seen: Record<string, unknown>[] = []
  const provider = Credentials({
    ...more,
    async authorize(credentials) {
      seen.push(credentials)
      return answer(credentials) as never // an app's own type
    },
  })
  return { seen, browser: cookieClient(passwordService({ providers: [provider], ...config })) }
}

const FORM = { email: "ada@example.com", password: "lovelace", code: "1" }
const reservedFields = {
  callbackUrl: "https://app.test/in",
  json: "true",
  redirect: "false",
  carry: "x",
  remember: "on",
}
const fetchSession = async ({ browser }: ReturnType<typeof createService>) => (await browser.get("/session")).json()

describe("a credentials provider without declared fields", () => {
  test("receives every field of the form, except Latchkit's own", async () => {
    const app = createService(() => ({ id: "1", email: "ada@example.com" }))
    await app.browser.post("/callback/credentials", {
      ...FORM,
      ...reservedFields,
      csrfToken: await app.browser.csrfToken(),
    })
    expect(app.seen).toEqual([FORM])
    expect(await fetchSession(app)).toMatchObject({ user: { email: "ada@example.com" } })
  })

  test("receives every field too if it declares an empty object, as in Auth.js", async () => {
    const app = createService(() => ({ id: "1" }), {}, { credentials: {} })
    await app.browser.post("/callback/credentials", { ...FORM, csrfToken: await app.browser.csrfToken() })
    expect(app.seen).toEqual([FORM])
  })

  test("receives the strings of a JSON body, and no nested value", async () => {
    const app = createService(() => ({ id: "1" }))
    const csrfToken = await app.browser.csrfToken()
    await app.browser.postJson("/callback/credentials", { ...FORM, csrfToken, filter: { $ne: null }, admin: true })
    expect(app.seen).toEqual([FORM])
  })

  test("isn't called with more than 32 fields", async () => {
    const app = createService(() => ({ id: "1" }))
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`f${index}`, "x"]))
    const csrfToken = await app.browser.csrfToken()
    expect((await app.browser.post("/callback/credentials", { ...many, csrfToken })).status).toBe(400)
    expect(app.seen).toEqual([])
  })
})

describe("a user of authorize", () => {
  test("receives a random id if it has none, as in Auth.js", async () => {
    const users: unknown[] = []
    const events = { signIn: ({ user }: { user: unknown }) => void users.push(user) }
    const app = createService(() => ({ name: "Ada", email: "ada@example.com" }), { events })
    await app.browser.signInWith("credentials", FORM)
    expect(await fetchSession(app)).toMatchObject({ user: { name: "Ada" } })
    expect(users).toEqual([{ name: "Ada", email: "ada@example.com", id: expect.stringMatching(/^[\da-f-]{36}$/) }])
  })

  test.each([
    {},
    { error: "bad" },
    { id: null },
    { id: " ", email: "a@x" },
    { id: {}, email: "a@x" },
    new Error("Wrong password"),
    new CredentialsSignin(),
    Response.json({ id: "1" }),
  ] as object[])("can't be %o", async (answer) => {
    const app = createService(() => answer as never)
    await app.browser.signInWith("credentials", FORM)
    expect(await fetchSession(app)).toBeNull()
  })

  test("reaches the callbacks and the event with all its fields, and a text as id as in Auth.js", async () => {
    const ada = { id: 7, name: "Ada", email: "ada@example.com", emailVerified: new Date(1), role: "admin" }
    const heard: Record<string, unknown> = {}
    const app = createService(() => ada, {
      callbacks: {
        signIn: ({ user }) => ((heard["signIn"] = user), true),
        jwt({ token, user }) {
          if (user) heard["jwt"] = user
          return token
        },
        session: (params) => ({ ...params.session, sub: "token" in params && params.token.sub }),
      },
      events: { signIn: ({ user }) => void (heard["event"] = user) },
    })
    await app.browser.signInWith("credentials", FORM)
    const user = { ...ada, id: "7" }
    expect(heard).toEqual({ signIn: user, jwt: user, event: user })
    expect(await fetchSession(app)).toMatchObject({ sub: "7" })
  })
})
