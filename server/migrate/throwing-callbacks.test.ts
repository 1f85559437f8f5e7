import { describe, expect, test } from "vitest"
import type { AuthConfig } from "../service/config.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { signedInName } from "../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../test-kit/password-service.ts"
import { authjs } from "./authjs/index.ts"
import { authjsInstallation } from "./fixtures/authjs-installation.ts"
import { nextAuth4Installation } from "./fixtures/next-auth-4-installation.ts"

const SESSION = "__Secure-authjs.session-token"
const gone = () => {
  throw new Error("This user was deleted")
}

/** Signs Ada in, and then moves her to a site whose callback throws. */
async function visit(callbacks: NonNullable<AuthConfig["callbacks"]>, config: Partial<AuthConfig> = authjs()) {
  const logged: Error[] = []
  const logger = { error: (error: Error) => void logged.push(error), warn: () => undefined, debug: () => undefined }
  const before = cookieClient(passwordService(config))
  await before.signInWith("credentials", ADA)
  expect(await signedInName(before)).toBe("ada@example.com")
  const ada = cookieClient(passwordService({ ...config, callbacks, logger }), before.jar)
  return { ada, logged, response: await ada.get("/session") }
}

describe.each([
  ["jwt", { jwt: gone }],
  ["session", { session: gone }],
])("under the preset, a `%s` callback that throws", (_, callbacks) => {
  test("signs the user out, as in Auth.js, and the error is logged", async () => {
    const { ada, logged, response } = await visit(callbacks)
    expect(response.status).toBe(200)
    expect(await response.json()).toBeNull()
    expect(ada.cookie(SESSION)?.value ?? "").toBe("")
    expect(logged.map(({ message }) => message)).toContain("This user was deleted")
  })
})

/** The same app in Auth.js v5, in Latchkit with its preset, and in Latchkit with the preset for version 4. */
const APPS: readonly ((callbacks: object) => ReturnType<typeof cookieClient>)[] = [
  (callbacks) => authjsInstallation({ callbacks }).browser(),
  (callbacks) => cookieClient(passwordService({ ...authjs(), callbacks })),
  (callbacks) => cookieClient(passwordService({ ...authjs({ version: 4 }), callbacks })),
]

describe("differs from Auth.js:", () => {
  test("an update whose callback throws fails, and the user stays signed in", async () => {
    const seen = []
    for (const create of APPS) {
      const ada = create({})
      await ada.signInWith("credentials", ADA)
      const csrfToken = await ada.csrfToken()
      const broken = create({ jwt: gone })
      for (const [name, cookie] of ada.jar) broken.jar.set(name, cookie)
      const { status } = await broken.postJson("/session", { csrfToken, data: {} })
      seen.push([status, [...broken.jar.keys()].some((name) => name.endsWith("session-token"))])
    }
    expect(seen).toEqual([
      [200, false],
      [503, true],
      [503, true],
    ])
  })

  test("a `redirect` callback that throws leads to the home page, and a sign-in still works", async () => {
    const seen = []
    for (const create of APPS) {
      const ada = create({ redirect: gone })
      await ada.signInWith("credentials", { ...ADA, callbackUrl: "/there" }).catch(() => undefined)
      seen.push([...ada.jar.keys()].some((name) => name.endsWith("session-token")))
    }
    expect(seen).toEqual([false, true, true])
  })

  test("a `jwt` callback that throws during a sign-in of next-auth 4 leads to its sign-in page", async () => {
    const theirs = nextAuth4Installation({ callbacks: { jwt: gone } }).browser()
    await expect(theirs.signInWith("credentials", ADA)).rejects.toThrow("This user was deleted")
    const ours = cookieClient(passwordService({ ...authjs({ version: 4 }), callbacks: { jwt: gone } }))
    const response = await ours.signInWith("credentials", ADA)
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      "https://app.test/auth/signin?error=Callback",
    ])
  })
})

test.each(["jwt", "redirect", "session", "signIn"])(
  "a sign-in whose `%s` callback throws responds as in Auth.js v5, except for `redirect`",
  async (name) => {
    const [theirs, ours] = await Promise.all(
      APPS.slice(0, 2).map(async (create) => {
        const response = await create({ [name]: gone }).signInWith("credentials", ADA)
        return [response.status, response.headers.get("location")?.replace(/\/$/, "")]
      }),
    )
    expect(ours).toEqual(name === "redirect" ? [302, "https://app.test"] : theirs)
  },
)

test("without a preset the cookie stays, and the error is reported", async () => {
  const { ada, response } = await visit({ jwt: gone }, {})
  expect(response.status).toBe(503)
  expect(ada.cookie("__Host-latchkit.session-token")?.value).toBeTruthy()
})

test("under the preset, `authorize` gets fields that it doesn't declare, also those with names of Latchkit's forms", async () => {
  const seen: unknown[] = []
  const provider = {
    id: "credentials",
    name: "Password",
    type: "credentials" as const,
    credentials: { username: {}, password: {} },
    authorize: (fields: object) => {
      seen.push(fields)
      return { id: "1", name: "Ada" }
    },
  }
  const fields = { ...ADA, otp: "123456", remember: "true", options: "x", callbackUrl: "/orders/7", json: "true" }
  for (const config of [authjs(), {}]) {
    const ada = cookieClient(passwordService({ ...config, providers: [provider] }))
    await ada.signInWith("credentials", fields)
  }
  expect(seen).toEqual([{ ...fields, csrfToken: expect.any(String) }, ADA])
})
