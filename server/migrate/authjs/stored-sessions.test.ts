import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"
import { authjs } from "./index.ts"

const SESSION = "__Secure-authjs.session-token"
const jarWithToken = (value: string): CookieJarMap => new Map([[SESSION, { value }]])
const TOKENS = ["0190a5b0-7c1e-4d0e-9d55-6b1f0e3c2a11", "q".repeat(43)]

/** Creates a database with sessions of Auth.js, which stores plain tokens. */
async function createMigratedDatabase(tokens = TOKENS) {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: "1", name: "Ada", email: "ada@example.com", emailVerified: null })
  for (const sessionToken of tokens)
    await adapter.createSession({ sessionToken, userId: "1", expires: new Date(Date.now() + 3600_000) })
  return adapter
}

test.each(TOKENS)(
  "a session that Auth.js stored as %s stays valid with an adapter that stores hashes",
  async (token) => {
    const adapter = await createMigratedDatabase()
    const ada = cookieClient(passwordService({ ...authjs(), adapter, session: { updateAge: 0 } }), jarWithToken(token))
    expect(await signedInName(ada)).toBe("ada@example.com")
    const session = await adapter.getSessionAndUser(token)
    expect(session?.session.expires.getTime()).toBeGreaterThan(Date.now() + 2 * 3600_000) // extended
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect(await adapter.getSessionAndUser(token)).toBeNull()
  },
)

test("rejects a stored hash as a session token under the preset", async () => {
  const adapter = await createMigratedDatabase([])
  const auth = passwordService({ ...authjs(), adapter, session: { strategy: "database" } })
  const ada = cookieClient(auth)
  await ada.signInWith("credentials", ADA)
  expect(await signedInName(ada)).toBe("ada@example.com")
  const [stored] = await adapter.listSessions("1")
  const thief = cookieClient(auth, jarWithToken(stored?.sessionToken ?? expect.fail("no session is stored")))
  expect(await signedInName(thief)).toBeNull()
})

test("rejects a session that is stored as a plain token without the preset", async () => {
  const adapter = await createMigratedDatabase()
  const auth = passwordService({ adapter, cookies: { sessionToken: { name: SESSION } } })
  for (const token of TOKENS) expect(await signedInName(cookieClient(auth, jarWithToken(token)))).toBeNull()
})
