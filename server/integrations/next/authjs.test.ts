// Where Auth.js behaves differently, and what its preset keeps of that
import { NextRequest, type NextFetchEvent } from "next/server.js"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { passwordConfig, ADA } from "../../test-kit/password-service.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { NextAuth } from "./index.ts"

const BASE = "https://app.test"
const event = {} as NextFetchEvent // `auth` reads nothing of it
const params = { params: Promise.resolve({}) }

beforeEach(() => void vi.stubEnv("AUTH_URL", BASE))
afterEach(() => void vi.unstubAllEnvs())

type Authorized = NonNullable<NonNullable<AuthConfig["callbacks"]>["authorized"]>

function migratedApp(config: Partial<AuthConfig>) {
  return NextAuth({ ...authjs(), ...passwordConfig(config) })
}
const authorizedReturning = (answer: unknown) => ({ callbacks: { authorized: (() => answer) as Authorized } })
const continues = (answer: Response) => answer.headers.get("x-middleware-next") === "1"
const journalRequest = () => new NextRequest(`${BASE}/journal`)

describe("`authorized` with the preset", () => {
  test.each<[string, unknown, boolean]>([
    ["true", true, true],
    ["a user", { name: "Ada" }, true],
    ["1", 1, true],
    ["false", false, false],
    ["null", null, false],
    ["nothing", undefined, false],
    ["an empty string", "", false],
  ])("%s, in a proxy of its own", async (_, answer, passes) => {
    expect(continues(await migratedApp(authorizedReturning(answer)).auth(journalRequest(), event))).toBe(passes)
    const { auth } = NextAuth(passwordConfig(authorizedReturning(answer)))
    expect(continues(await auth(journalRequest(), event))).toBe(answer === true)
  })

  test("doesn't protect a handler, which decides itself", async () => {
    const handler = () => Response.json("mine")
    const answer = await migratedApp(authorizedReturning(false)).auth(handler)(journalRequest(), params)
    expect([answer.status, await answer.json()]).toEqual([200, "mine"])
    expect(
      (await NextAuth(passwordConfig(authorizedReturning(false))).auth(handler)(journalRequest(), params)).status,
    ).toBe(307)
  })

  test("its response is sent, and the handler doesn't run", async () => {
    const handler = vi.fn(() => Response.json("mine"))
    const refusing = migratedApp({ callbacks: { authorized: () => new Response("no", { status: 401 }) } })
    const answer = await refusing.auth(handler)(journalRequest(), params)
    expect([answer.status, handler.mock.calls.length]).toEqual([401, 0])
  })

  test("denies access if the callback throws, even with a handler (threat 296)", async () => {
    const handler = vi.fn(() => Response.json("mine"))
    const throwing: Authorized = () => {
      throw new Error("no")
    }
    const answer = await migratedApp({ callbacks: { authorized: throwing } }).auth(handler)(journalRequest(), params)
    expect([answer.status, handler.mock.calls.length]).toEqual([307, 0])
  })

  test("gets Next's own request", async () => {
    const seen: unknown[] = []
    const { auth } = NextAuth({
      ...passwordConfig(),
      callbacks: {
        authorized: ({ request }) => {
          seen.push(request.nextUrl.pathname, request.cookies.get("a")?.value)
          return true
        },
      },
    })
    await auth(new NextRequest(`${BASE}/journal`, { headers: { cookie: "a=1" } }), event)
    expect(seen).toEqual(["/journal", "1"])
  })
})

describe("an invalid configuration", () => {
  const broken = { secret: "", callbacks: { authorized: () => false } }

  test("returns no session with the preset, and denies access", async () => {
    const app = migratedApp(broken)
    const context = { req: { headers: {} }, res: {} } as never // the part that `auth` reads
    expect(await app.auth(context)).toBeNull()
    await expect(app.auth(journalRequest(), event)).rejects.toMatchObject({ type: "MissingSecretError" })
    expect(await createAuth({ ...authjs(), ...passwordConfig({ secret: "" }) }).getSession(journalRequest())).toBeNull()
  })

  test("is logged once, also with the preset", async () => {
    const error = vi.fn()
    vi.stubEnv("AUTH_URL", undefined)
    vi.stubEnv("NODE_ENV", "production")
    const auth = createAuth({ ...authjs(), ...passwordConfig({ logger: { error, warn: () => undefined } }) })
    expect(await auth.getSession(new Request("https://evil.test/"))).toBeNull()
    expect(error.mock.calls.map(([thrown]) => (thrown as { type: string }).type)).toEqual(["UntrustedHost"])
  })

  test("throws without the preset", async () => {
    await expect(createAuth(passwordConfig({ secret: "" })).getSession(journalRequest())).rejects.toThrow()
  })
})

describe("an absolute URL as the sign-in page", () => {
  const config = { pages: { signIn: "https://accounts.test/login" }, callbacks: { authorized: () => false } }

  test("is where users are redirected, with a callback URL", async () => {
    const { auth, handlers } = NextAuth(passwordConfig(config))
    const to = `https://accounts.test/login?${new URLSearchParams({ callbackUrl: `${BASE}/journal` })}`
    expect((await auth(journalRequest(), event)).headers.get("location")).toBe(to)
    const page = await handlers.GET(new Request(`${BASE}/api/auth/signin?callbackUrl=%2Fjournal`))
    expect(page.headers.get("location")).toBe(to)
  })

  test("doesn't make the site's own page of that path public, nor set a cookie there", async () => {
    const answer = await NextAuth(passwordConfig(config)).auth(new NextRequest(`${BASE}/login`), event)
    expect([continues(answer), answer.headers.getSetCookie()]).toEqual([false, []])
  })

  test.each(["javascript:alert(1)", "//evil.test", "ftp://accounts.test/", "login"])("rejects %s", async (signIn) => {
    const { handlers } = NextAuth(passwordConfig({ pages: { signIn } }))
    expect((await handlers.GET(new Request(`${BASE}/api/auth/session`))).status).toBe(500)
  })
})

describe("session tokens of 21 characters, as nanoid() makes them", () => {
  const token = "V1StGXR8_Z5jdHi6B-myT"
  const adapter = MemoryAdapter()
  void adapter.createUser({ id: "1", name: "Ada", email: "ada@example.com", emailVerified: null })
  const stored = (warn = vi.fn()) => ({
    adapter,
    session: { strategy: "database" as const, generateSessionToken: () => token },
    logger: { warn, error: () => undefined },
  })
  const signIn = async (config: AuthConfig) =>
    (await cookieClient(createAuth(config, { env: { AUTH_URL: `${BASE}/auth` } })).signInWith("credentials", ADA))
      .headers

  test("are accepted with the preset, with a warning", async () => {
    const warn = vi.fn()
    const headers = await signIn({ ...authjs(), ...passwordConfig(stored(warn)) })
    expect(headers.getSetCookie().some((line) => line.includes(`session-token=${token}`))).toBe(true)
    expect(warn).toHaveBeenCalledWith("short-session-token")
  })

  test("are rejected without it", async () => {
    expect((await signIn(passwordConfig(stored()))).get("location")).toContain("error=Configuration")
  })
})
