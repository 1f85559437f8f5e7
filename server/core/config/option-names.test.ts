import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { Apple, Credentials, customFetch, GitHub, Google, Nodemailer } from "../../providers/index.ts"
import type { AuthConfig } from "./types.ts"

const mail = Nodemailer({ server: undefined, from: "hello@acme.test" })

/** Creates a service from JavaScript, which has no types. Returns what it logged. */
async function logged(config: object, env: Record<string, string> = {}): Promise<string[]> {
  const errors: string[] = []
  const logger = { error: (error: Error) => void errors.push(error.message), warn: vi.fn(), debug: vi.fn() }
  const given = { adapter: MemoryAdapter(), providers: [mail], secret: "s".repeat(32), logger, ...config }
  const auth = createAuth(given as AuthConfig, { env: { NODE_ENV: "development", ...env } })
  await auth.handle(new Request("http://localhost:3000/auth/session"))
  await import("./option-names.ts")
  await new Promise((resolve) => setTimeout(resolve))
  return errors
}

const CLIENT = { clientId: "id", clientSecret: "secret" }
const field = (credentials: object) => Credentials({ credentials: credentials as never, authorize: () => null })

describe("in development, an option that Latchkit doesn't have is logged", () => {
  test.each<[object, string]>([
    [{ trustedOrigin: [] }, "`trustedOrigin` isn't an option, and has no effect. Did you mean `trustedOrigins`?"],
    [{ onSignIn: () => true }, "`onSignIn` isn't an option, and has no effect"],
    [{ session: { maxage: 60 } }, "`session.maxage` isn't an option, and has no effect. Did you mean `maxAge`?"],
    [{ session: { remember: { short: 60 } } }, "`session.remember.short` isn't an option, and has no effect. Did you mean `shortMaxAge`?"],
    [{ callbacks: { signin: () => true } }, "`callbacks.signin` isn't an option, and has no effect. Did you mean `signIn`?"],
    [{ pages: { login: "/login" } }, "`pages.login` isn't an option, and has no effect. Use signIn, signOut, error, verifyRequest, newUser"],
    [{ account: { deletion: { days: 3 } } }, "`account.deletion.days` isn't an option, and has no effect. Did you mean `graceDays`?"],
    [{ cookies: { sessionToken: { options: { samesite: "lax" } } } }, "`cookies.sessionToken.options.samesite` isn't an option, and has no effect. Did you mean `sameSite`?"],
    [{ nativeApps: { app: { redirectUris: ["acme.app:/x"], title: "A" } } }, "`nativeApps.app.title` isn't an option, and has no effect. Use name, redirectUris"],
    [{ steps: [{ id: "a", url: "/a", needed: () => false, handler: () => {} }] }, "`steps.0.handler` isn't an option, and has no effect. Did you mean `handle`?"],
    [{ providers: [field({ email: { lable: "Email" } }), mail] }, "`Credentials().credentials.email.lable` isn't an option, and has no effect. Did you mean `label`?"],
    [{ providers: [field({ email: { hint: "Email" } }), mail] }, "`Credentials().credentials.email.hint` isn't an option, and has no effect. Use label, type, placeholder, value, autocomplete, required"],
    [{ messages: { en: { signIn: { titel: "Hello" } } } }, "`messages.en.signIn.titel` isn't an option, and has no effect. Did you mean `title`?"],
    [{ messages: { de: { signin: { title: "Hallo" } } } }, "`messages.de.signin` isn't an option, and has no effect. Did you mean `signIn`?"],
  ])("%o", async (config, sentence) => {
    expect(await logged(config)).toEqual([sentence])
  }) // prettier-ignore

  test("but not for options that a provider's function has of its own, and not for a sentence with plural forms", async () => {
    const github = GitHub({ ...CLIENT, baseUrl: "https://git.acme.test", scopes: "read:user", [customFetch]: fetch })
    const own = { ...Google(CLIENT), id: "google-work", extraField: true }
    const messages = { en: { signIn: { tryAgainIn: { one: "Wait", few: "Wait", other: "Wait" } } } }
    expect(await logged({ providers: [github, own, Apple, mail], messages })).toEqual([
      expect.stringContaining("apple"),
    ])
  })

  test("but not in production, with the preset of Auth.js, or if it is undefined", async () => {
    const typo = { session: { maxage: 60 } }
    expect(await logged(typo, { NODE_ENV: "production", AUTH_URL: "https://acme.test", AUTH_TRUSTED_PROXIES: "0" })).toEqual([expect.stringContaining("`server`")]) // prettier-ignore
    expect(await logged({ ...authjs(), ...typo })).toEqual([])
    expect(await logged({ session: { maxage: undefined } })).toEqual([])
  })
})

describe("a value that is never right is an error", () => {
  test.each<[object, string]>([
    [{ session: { strategy: "cookie" } }, '`session.strategy` is "cookie". Set it to "jwt" or "database"'],
    [{ providers: [undefined] }, "`providers[0]` is undefined. Set it to a provider such as `GitHub()`, or leave it out"],
    [{ providers: { mail } }, "`providers` is of the type object. Pass a list, such as `[GitHub()]`"],
    [{ secret: 12 }, "`secret` is of the type number. Pass a string, or a list of strings"],
    [{ adapter: Promise.resolve({}) }, "`adapter` is a Promise. Wait for it: `adapter: await createAdapter()`"],
    [{ providers: [mail, false] }, "`providers[1]` is false. Set it to a provider such as `GitHub()`, or leave it out"],
  ])("%o", async (config, sentence) => {
    const printed = vi.spyOn(console, "error").mockReturnValue()
    const errors = await logged(config)
    const all = [...errors, ...printed.mock.calls.flat()].join("\n")
    printed.mockRestore()
    expect(all).toContain(sentence)
  }) // prettier-ignore
})

test.each([undefined, null])("a configuration that is %s is an error, and the app starts", async (config) => {
  const printed = vi.spyOn(console, "error").mockReturnValue()
  const auth = createAuth(config as unknown as AuthConfig, { env: {} }) // what a module has that imports itself
  const { status } = await auth.handle(new Request("https://acme.test/auth/session"))
  const lines = printed.mock.calls.flat().join("\n")
  printed.mockRestore()
  expect([status, lines]).toEqual([500, expect.stringContaining(`The configuration is ${config}`)])
})
