import { describe, expect, test, vi } from "vitest"
import { de } from "../../components/view/messages/de.ts"
import { en } from "../../components/view/messages/en.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import type { AuthConfig } from "../service/config.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { passwordConfig, ADA } from "../test-kit/password-service.ts"
import { createIntegrationService } from "../service/auth.ts"
import { CredentialsSignin } from "../errors.ts"
import { authjs } from "../migrate/authjs/index.ts"
import { CredentialsSignin as TheirCredentialsSignin } from "@auth/core/errors"
import { signInByForm, signOutByForm } from "./forms.ts"

const acme = { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.test", clientId: "client" } as const
const authorize = vi.fn(() => ({ id: "1" }))
const { providers, ...rest } = passwordConfig()
const withAuthorize = (own: () => unknown) => ({ ...providers[0], authorize: own }) as (typeof providers)[number]
const password = withAuthorize(authorize)
const auth = createIntegrationService(
  { ...rest, providers: [password, acme] },
  { env: { AUTH_URL: "https://app.test/auth" } },
)
const request = { headers: { host: "app.test" } }
const nothing = { authorizationParams: [], options: [], providerId: [], redirectTo: [] }
const LONG = `/${"a".repeat(10_000)}`

describe("an invalid form returns errors and runs nothing else", () => {
  test.each([["//evil.test"], ["https://evil.test/"], ["javascript:alert(1)"], ["/\\evil.test"], [LONG]])(
    "redirectTo %.30s (threat 27)",
    async (redirectTo) => {
      authorize.mockClear()
      const rejected = { failed: true, code: "InvalidForm", formErrors: [] }
      const fieldErrors = { redirectTo: ["Expected an address of this site"] }
      const form = { providerId: "credentials", redirectTo, ...ADA }
      expect(await signInByForm(auth, request, form)).toEqual({
        ...rejected,
        fieldErrors: { ...nothing, ...fieldErrors },
      })
      expect(await signOutByForm(auth, request, form)).toEqual({ ...rejected, fieldErrors })
      expect(authorize).not.toHaveBeenCalled()
    },
  )

  test.each([["redirect_uri"], ["state"], ["scope"], ["client_id"]])(
    "authorizationParams-%s (threat 66)",
    async (name) => {
      const answer = await signInByForm(auth, request, { providerId: "acme", [`authorizationParams-${name}`]: "evil" })
      const fieldErrors = { ...nothing, authorizationParams: [expect.stringContaining(name)] }
      expect(answer).toEqual({ failed: true, code: "InvalidForm", fieldErrors, formErrors: [] })
    },
  )

  test.each([["../signout"], ["credentials?redirect_uri=x"], ["credentials/../../session"], ["acme#"], ["__proto__"]])(
    "providerId %s (threat 266)",
    async (providerId) => {
      const fieldErrors = { ...nothing, providerId: ["Expected the id of a provider"] }
      expect(await signInByForm(auth, request, { providerId, ...ADA })).toEqual({
        failed: true,
        code: "InvalidForm",
        fieldErrors,
        formErrors: [],
      })
    },
  )

  test("but a path and a URL of the site are valid", async () => {
    for (const redirectTo of ["/journal", "https://app.test/journal"]) {
      const answer = await signInByForm(auth, request, { providerId: "credentials", redirectTo, ...ADA })
      expect(answer).toMatchObject({ url: "https://app.test/journal" })
      expect(await signOutByForm(auth, request, { redirectTo })).toMatchObject({ url: "https://app.test/journal" })
    }
  })
})

describe("a sign-in that is rejected", () => {
  const env = { AUTH_URL: "https://app.test/auth" }
  const form = { providerId: "credentials", ...ADA, password: "wrong" }
  const throwing = (error: unknown, config: Partial<AuthConfig> = {}) => {
    const refuse = () => {
      throw error
    }
    return createIntegrationService({ ...passwordConfig(config), providers: [withAuthorize(refuse)] }, { env })
  }
  class NeedsCode extends CredentialsSignin {
    override code = "one-time-code"
  }

  test("returns its code, and a message in the user's language", async () => {
    const german = { headers: { host: "app.test", "accept-language": "de" } }
    const answer = createIntegrationService(passwordConfig(), { env })
    expect(await signInByForm(answer, request, form)).toEqual({
      failed: true,
      code: "CredentialsSignin",
      fieldErrors: nothing,
      formErrors: [en.errors.CredentialsUsername],
      providerId: "credentials",
      values: { username: ADA.username },
    })
    expect(await signInByForm(answer, german, form)).toMatchObject({ formErrors: [de.errors?.CredentialsUsername] })
  })

  test("returns what the user typed, without secrets, and the form's redirect", async () => {
    const typed = { providerId: "credentials", username: "ada", password: "wrong", redirectTo: "/journal", other: "x" }
    const rejected = await signInByForm(createIntegrationService(passwordConfig(), { env }), request, typed)
    expect(rejected).toMatchObject({ failed: true, values: { username: "ada" }, redirectTo: "/journal" })
    expect(JSON.stringify(rejected)).not.toMatch(/wrong|other/)
  })

  test("returns the invalid email address", async () => {
    const email = { id: "email", name: "Email", type: "email", sendVerificationRequest: vi.fn() } as const
    const callbacks = { signIn: () => false }
    const config = passwordConfig({ adapter: MemoryAdapter(), session: { strategy: "jwt" }, callbacks })
    const denying = createIntegrationService({ ...config, providers: [email] }, { env })
    const sent = { providerId: "email", email: "not an address" }
    expect(await signInByForm(denying, request, sent)).toMatchObject({
      failed: true,
      providerId: "email",
      values: { email: "not an address" },
    })
  })

  test("returns the code that the app threw", async () => {
    expect(await signInByForm(throwing(new NeedsCode()), request, form)).toMatchObject({
      code: "one-time-code",
      formErrors: [en.errors.CredentialsUsername],
    })
  })

  test("names both fields if the app's password form has an email field", async () => {
    const fields = { email: { label: "Email" }, password: { label: "Password" } }
    const provider = { ...password, credentials: fields, authorize: () => null } as typeof password
    const answer = await signInByForm(
      createIntegrationService({ ...passwordConfig(), providers: [provider] }, { env }),
      request,
      form,
    )
    expect(answer).toMatchObject({ formErrors: [en.errors.CredentialsPassword] })
  })

  test("returns AccessDenied if the signIn callback returns false", async () => {
    const denying = createIntegrationService(passwordConfig({ callbacks: { signIn: () => false } }), { env })
    expect(await signInByForm(denying, request, { providerId: "credentials", ...ADA })).toMatchObject({
      code: "AccessDenied",
      formErrors: [en.errorPage.AccessDenied.textPlain],
    })
  })

  test("returns how long to wait after too many attempts", async () => {
    const rateLimit = { limits: { credentials: { points: 1, seconds: 60 } } }
    const limited = createIntegrationService(
      passwordConfig({ rateLimit, adapter: MemoryAdapter(), session: { strategy: "jwt" } }),
      {
        env,
      },
    )
    const from = { ...request, address: "203.0.113.7" }
    const answers = []
    for (let turn = 0; turn < 30; turn += 1) answers.push(await signInByForm(limited, from, form))
    expect(answers.at(-1)).toMatchObject({ code: "RateLimited", retryAfter: expect.any(Number) })
  })

  test("does nothing with another site's form (threat 311)", async () => {
    authorize.mockClear()
    const foreign = { headers: { host: "app.test", origin: "https://evil.test" } }
    expect(await signInByForm(auth, foreign, { providerId: "credentials", ...ADA })).toMatchObject({
      failed: true,
      code: "InvalidRequest",
    })
    expect(await signOutByForm(auth, foreign, {})).toMatchObject({ failed: true, code: "InvalidRequest" })
    expect(authorize).not.toHaveBeenCalled()
  })

  test("is logged at debug, with its code, its cause and the provider", async () => {
    const debug = vi.fn()
    const error = vi.fn()
    const cause = { attempts: 3 }
    const thrown = new NeedsCode("Wrong code", cause)
    await signInByForm(throwing(thrown, { logger: { debug, error, warn: () => undefined } }), request, form)
    expect(debug).toHaveBeenCalledWith("CredentialsSignin: Wrong code", {
      action: "signin",
      provider: "credentials",
      type: "CredentialsSignin",
      code: "one-time-code",
      cause,
    })
    expect(error).not.toHaveBeenCalled()
  })

  test("throws an error that isn't the user's mistake", async () => {
    const silent = { error: () => undefined, warn: () => undefined }
    const thrown = new Error("The database is gone")
    await expect(signInByForm(throwing(thrown, { logger: silent }), request, form)).rejects.toMatchObject({
      type: "CallbackRouteError",
      cause: { err: thrown },
    })
    const broken = createIntegrationService(passwordConfig({ secret: "" }), { env })
    await expect(signInByForm(broken, request, form)).rejects.toMatchObject({ type: "MissingSecretError" })
  })

  test("recognizes a CredentialsSignin of @auth/core", async () => {
    class Locked extends TheirCredentialsSignin {
      override code = "locked"
    }
    expect(await signInByForm(throwing(new Locked()), request, form)).toMatchObject({ failed: true, code: "locked" })
    const person = cookieClient(throwing(new Locked()))
    const answer = await person.signInWith("credentials", ADA)
    const { searchParams } = new URL(answer.headers.get("location") ?? "")
    expect(Object.fromEntries(searchParams)).toMatchObject({ error: "CredentialsSignin", code: "locked" })
  })

  test("throws with the Auth.js preset, as form actions of Auth.js do", async () => {
    const moved = createIntegrationService({ ...authjs(), ...passwordConfig() }, { env })
    await expect(signInByForm(moved, request, form)).rejects.toMatchObject({ type: "CredentialsSignin" })
  })
})
