import { describe, expect, test } from "vitest"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { hmac } from "../crypto/bytes.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { ADA, passwordConfig } from "../../test-kit/password-service.ts"

const secret = "s".repeat(32)
const ONE = "https://one.app.test/auth"
const TWO = "https://two.app.test/auth"
const COOKIE = "__Host-latchkit.session-token"

/** An adapter of Auth.js: its sessions have three columns, and it stores tokens as they are. */
function plainAdapter(): Adapter {
  const { createUser, getUser, getUserByEmail, createSession, getSessionAndUser, updateSession, deleteSession } =
    MemoryAdapter()
  return { createUser, getUser, getUserByEmail, createSession, getSessionAndUser, updateSession, deleteSession }
}

const ADAPTERS: Record<string, () => Adapter> = {
  "Latchkit's adapter": MemoryAdapter,
  "Auth.js's adapter": plainAdapter,
}
const PRESETS: Record<string, Partial<AuthConfig>> = { "no preset": {}, "the Auth.js preset": authjs() }
const CASES = Object.entries(ADAPTERS).flatMap(([name, open]) =>
  Object.entries(PRESETS).map(([presetName, preset]) => ({ name, open, presetName, preset })),
)

/** Creates a service for all sites of one database. The hostname decides which site it is. */
async function createSites(open: () => Adapter, config: Partial<AuthConfig> = {}) {
  const adapter = open()
  await adapter.createUser?.({ id: "1", name: "Ada", email: "ada@example.com", emailVerified: null })
  const base = passwordConfig({ secret, adapter, trustHost: true, session: { strategy: "database" }, ...config })
  const auth = createAuth(() => base, { env: {} })
  return { adapter, at: (site: string, jar?: CookieJarMap) => cookieClient(auth, jar && new Map(jar), site) }
}

describe.each(CASES)("a stored session, with $name and $presetName", ({ open, preset }) => {
  test("opens nothing at another site of the database, which can't end it either (threat 681)", async () => {
    const { at } = await createSites(open, preset)
    const ada = at(ONE)
    await ada.signInWith("credentials", ADA)
    expect(await signedInName(ada)).toBe("ada@example.com")
    for (const site of [TWO, "https://one.app.test:8443/auth"])
      expect(await signedInName(at(site, ada.jar)), site).toBeNull()
    const leaving = at(TWO, ada.jar)
    await leaving.post("/signout", { csrfToken: await leaving.csrfToken() })
    const entering = at(TWO, ada.jar)
    await entering.signInWith("credentials", ADA)
    expect(await signedInName(entering)).toBe("ada@example.com")
    expect(await signedInName(at(ONE, ada.jar))).toBe("ada@example.com")
    expect(await signedInName(at(ONE, entering.jar))).toBeNull()
  })

  test("is shared by the sites of a cookie's domain", async () => {
    const sessionToken = { name: "shared", options: { domain: "app.test" } }
    const { at } = await createSites(open, { ...preset, cookies: { sessionToken } })
    const ada = at(ONE)
    await ada.signInWith("credentials", ADA)
    expect(await signedInName(at(TWO, ada.jar))).toBe("ada@example.com")
    expect(await signedInName(at("https://app.other.test/auth", ada.jar))).toBeNull()
  })
})

describe("a session from before Latchkit bound sessions to sites", () => {
  const older = "t".repeat(43)
  const stored: Record<string, (token: string) => string | PromiseLike<string>> = {
    "Latchkit's adapter": (token) => hmac(secret, "session token", token),
    "Auth.js's adapter": (token) => token,
  }

  test.each(CASES)("stays valid, with $name and $presetName", async ({ name, open, preset }) => {
    const { adapter, at } = await createSites(open, { ...preset, session: { strategy: "database", updateAge: 0 } })
    const sessionToken = (await stored[name]?.(older)) ?? expect.fail("no such adapter")
    await adapter.createSession?.({ sessionToken, userId: "1", expires: new Date(Date.now() + 3600_000) })
    const cookieName = "compat" in preset ? "__Secure-authjs.session-token" : COOKIE
    const ada = at(ONE, new Map([[cookieName, { value: older }]]))
    expect(await signedInName(ada)).toBe("ada@example.com")
    expect(ada.cookie(cookieName)?.value).toBe(older) // extended, and still as an instance of the older version reads it
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect(await adapter.getSessionAndUser?.(sessionToken)).toBeNull()
  })
})
