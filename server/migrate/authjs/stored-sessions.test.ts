import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { whoIs } from "../../testing/oauth-service.ts"
import { ADA, passwordService } from "../../testing/password-service.ts"
import { visitor, type Jar } from "../../testing/visitor.ts"
import { authjs } from "./index.ts"

const SESSION = "__Secure-authjs.session-token"
const carrying = (value: string): Jar => new Map([[SESSION, { value }]])
const TOKENS = ["0190a5b0-7c1e-4d0e-9d55-6b1f0e3c2a11", "q".repeat(43)]

/** A database whose sessions Auth.js wrote: it stores the tokens themselves. */
async function movedDatabase(tokens = TOKENS) {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: "1", name: "Ada", email: "ada@example.com", emailVerified: null })
  for (const sessionToken of tokens)
    await adapter.createSession({ sessionToken, userId: "1", expires: new Date(Date.now() + 3600_000) })
  return adapter
}

test.each(TOKENS)(
  "a session that Auth.js stored as %s stays open with an adapter that stores hashes",
  async (token) => {
    const adapter = await movedDatabase()
    const ada = visitor(passwordService({ ...authjs(), adapter, session: { updateAge: 0 } }), carrying(token))
    expect(await whoIs(ada)).toBe("ada@example.com")
    const session = await adapter.getSessionAndUser(token)
    expect(session?.session.expires.getTime()).toBeGreaterThan(Date.now() + 2 * 3600_000) // extended
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect(await adapter.getSessionAndUser(token)).toBeNull()
  },
)

test("attack: a stored hash opens no session under the preset", async () => {
  const adapter = await movedDatabase([])
  const auth = passwordService({ ...authjs(), adapter, session: { strategy: "database" } })
  const ada = visitor(auth)
  await ada.signInWith("credentials", ADA)
  expect(await whoIs(ada)).toBe("ada@example.com")
  const [stored] = await adapter.listSessions("1")
  const thief = visitor(auth, carrying(stored?.sessionToken ?? expect.fail("no session is stored")))
  expect(await whoIs(thief)).toBeNull()
})

test("attack: a session that is stored as a plain token opens nothing without the preset", async () => {
  const adapter = await movedDatabase()
  const auth = passwordService({ adapter, cookies: { sessionToken: { name: SESSION } } })
  for (const token of TOKENS) expect(await whoIs(visitor(auth, carrying(token)))).toBeNull()
})
