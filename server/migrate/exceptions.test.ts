import { NextRequest } from "next/server.js"
import { afterEach, describe, expect, test, vi } from "vitest"
import { AUTHJS, CHANGES_4 } from "../../stories/docs/facts/authjs.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { createAuth } from "../service/auth.ts"
import type { AuthConfig } from "../service/config.ts"
import type { WarningCode } from "../logger.ts"
import type { OIDCConfig } from "../providers/types.ts"
import { Pinterest } from "../providers/catalogue/pinterest.ts"
import { emailService } from "../test-kit/email-service.ts"
import { oauthService } from "../test-kit/oauth-service.ts"
import { passwordService } from "../test-kit/password-service.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { authjs } from "./authjs/index.ts"
import { withAuth } from "./next-auth-4/middleware.ts"

const BASE = { AUTH_URL: "https://app.test/auth" }
const ada = { sub: "1", email: "ada@example.com", name: "Ada", email_verified: true }

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** An app with or without the preset, and the warnings that it logged. */
interface App {
  config: Partial<AuthConfig>
  warnings: WarningCode[]
}

function app(preset: Partial<AuthConfig>): App {
  const warnings: WarningCode[] = []
  const logger = { warn: (code: WarningCode) => void warnings.push(code), error: () => undefined }
  return { config: { ...preset, logger }, warnings }
}

async function oauthApp({ config }: App, provider: Partial<OIDCConfig> = {}) {
  const service = await oauthService(config, provider)
  return { ...service, browser: service.browser() }
}

interface Exception {
  version?: 4
  /** Relies on the behavior of Auth.js once. */
  rely(app: App): Promise<unknown>
}

/** For each warning, an app that relies on the exception. */
const RELYING: Partial<Record<WarningCode, Exception>> = {
  "authjs-account-id": {
    async rely({ config }) {
      const providers = [Pinterest({ clientId: "c" })]
      const auth = createAuth({ ...config, secret: "s".repeat(32), providers }, { env: BASE })
      await cookieClient(auth).get("/providers")
    },
  },
  "authjs-authorization-params": {
    async rely(app) {
      const { browser } = await oauthApp(app)
      const csrfToken = await browser.csrfToken()
      await browser.post("/signin/acme?tenant=one", { csrfToken })
      await browser.post("/signin/acme?tenant=two", { csrfToken })
    },
  },
  "authjs-client-log": {
    version: 4,
    async rely({ config }) {
      const browser = cookieClient(passwordService(config, BASE))
      for (const code of ["A", "B"]) await browser.post("/_log", { code })
    },
  },
  "authjs-error-message": {
    version: 4,
    async rely({ config }) {
      const authorize = () => {
        throw new TypeError("The account is locked")
      }
      const provider = { id: "credentials", name: "Password", type: "credentials", credentials: {}, authorize } as const
      const browser = cookieClient(passwordService({ ...config, providers: [provider] }, BASE))
      for (const username of ["a", "b"]) await browser.signInWith("credentials", { username })
    },
  },
  "authjs-links": {
    async rely({ config }) {
      const { auth, newest } = emailService({ config })
      const browser = cookieClient(auth)
      await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: "ada@example.com" })
      const csrfToken = await browser.csrfToken()
      const token = new URL(newest().url).searchParams.get("token") ?? ""
      for (const _ of ["first", "second", "third"])
        await browser.post("/callback/email", { csrfToken, token, email: "ada@example.com" })
    },
  },
  "authjs-open-sign-in": {
    async rely(app) {
      const { browser } = await oauthApp(app)
      const name = app.config.compatVersion === 5 ? "__Secure-authjs.state" : "__Host-latchkit.state"
      browser.jar.set(name, { value: "x" })
      for (const state of ["a", "b"]) await browser.get(`/callback/acme?code=c&state=${state}`)
    },
  },
  "authjs-path": {
    version: 4,
    async rely({ config, warnings }) {
      vi.spyOn(console, "warn").mockImplementation((line: string) => {
        const [, code] = /^\[latchkit\]\[([\w-]+)\]/.exec(line) ?? []
        warnings.push(code as WarningCode) // one of Latchkit's codes
      })
      if (!config.compat) return
      vi.stubEnv("NEXTAUTH_SECRET", "s".repeat(32))
      const check = async (path: string) =>
        withAuth({})(new NextRequest(`https://app.test${path}`) as never, {} as never) // Next calls it like this
      await check("/api/auth/session")
      for (const path of ["/api/auth-admin", "/api/authors"]) await check(path)
    },
  },
  "authjs-provider-started": {
    async rely(app) {
      const { browser } = await oauthApp(app)
      for (const code of ["a", "b"]) await browser.get(`/callback/acme?code=${code}`)
    },
  },
  "authjs-session-token": {
    async rely({ config }) {
      const session: NonNullable<AuthConfig["callbacks"]>["session"] = (params) =>
        ({ ...("session" in params ? params.session : {}) }) as never // an app of Auth.js is written like this
      const { enter, browser } = await oauthService({ ...config, callbacks: { session } })
      const each = browser()
      await enter(each, ada)
      for (const _ of ["first", "second"]) await each.get("/session")
    },
  },
  "authjs-unverified-linking": {
    async rely({ config }) {
      const adapter = MemoryAdapter()
      await adapter.createUser({ id: "u", email: ada.email, emailVerified: null })
      const { enter, browser } = await oauthService(
        { ...config, adapter },
        { allowDangerousEmailAccountLinking: true, emailTrust: "idp" },
      )
      for (const _ of ["first", "second"]) await enter(browser(), ada)
    },
  },
  "checks-none": {
    async rely(app) {
      const { browser } = await oauthApp(app, { checks: ["none"] })
      await browser.get("/providers")
    },
  },
  "email-denied-early": {
    async rely({ config }) {
      const { auth } = emailService({ config: { ...config, callbacks: { signIn: () => false } } })
      const browser = cookieClient(auth)
      for (const email of ["a@example.com", "b@example.com"])
        await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email })
    },
  },
}

const rows = Object.entries(RELYING) as [WarningCode, Exception][] // its keys are codes

describe("an app that relies on an exception of the migration guide", () => {
  test.each(rows)("gets one warning: %s", async (code, { version = 5, rely }) => {
    const moved = app(authjs({ version: version === 4 ? 4 : 5 }))
    await rely(moved)
    expect(moved.warnings.filter((warned) => warned === code)).toEqual([code])
  })

  test.each(rows)("gets no warning without the preset: %s", async (code, { rely }) => {
    const own = app({})
    await rely(own)
    expect(own.warnings).not.toContain(code)
  })
})

test("an app that keeps Auth.js's account ids with a `profile` callback gets no warning", async () => {
  const { config, warnings } = app(authjs())
  const providers = [Pinterest<{ username: string }>({ clientId: "c", profile: ({ username }) => ({ id: username }) })]
  await cookieClient(createAuth({ ...config, secret: "s".repeat(32), providers }, { env: BASE })).get("/providers")
  expect(warnings).not.toContain("authjs-account-id")
})

describe("the table of exceptions", () => {
  const exceptions = [...AUTHJS, ...CHANGES_4].filter(({ says }) => says.startsWith("Changes"))

  test("names the log message of each exception", () => {
    expect(exceptions.filter(({ logs }) => logs === undefined).map(({ says }) => says)).toEqual([])
  })

  test("has a line for each warning, and this test covers each warning", () => {
    const named = exceptions.map(({ logs = "" }) => logs).filter((logs) => !/[A-Z ]/.test(logs)) // the others are errors
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(RELYING).toSorted())
  })
})
