import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { ADA, passwordConfig, passwordService } from "../../test-kit/password-service.ts"
import { createAuth } from "../../service/auth.ts"

const SITE = "http://localhost:3000"

/** Signs in at a provider whose user has this picture. Returns what a client and the database get. */
async function pictureAfterSignIn(picture: unknown, strategy: "jwt" | "database") {
  const issuer = await fakeIssuer()
  const adapter = MemoryAdapter()
  const acme = { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: "client" } as const
  const config = { adapter, session: { strategy }, providers: [acme], fetch: issuer.fetch }
  const browser = cookieClient(passwordService(config, { AUTH_URL: `${SITE}/auth` }), new Map(), `${SITE}/auth`)
  const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
  const claims = { sub: "1", name: "Ada", email: "ada@example.com", email_verified: true, picture }
  await browser.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", claims)}`)
  const read = async () =>
    ((await (await browser.get("/session")).json()) as { user: { image: string | null } }).user.image // the shape of the response
  const image = await read()
  const user = (await adapter.getUserByEmail("ada@example.com")) ?? expect.fail("no user is signed in")
  return { image, stored: user.image, read, adapter, id: user.id }
}

const REJECTED = [
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  " JavaScript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2Zy8+",
  'data:image/jpeg;base64,AA#"onerror="alert(1)',
  "file:///etc/passwd",
  "blob:https://app.test/1",
  `blob:${SITE}/1`,
  "vbscript:x",
  `https://pictures.test/${"a".repeat(2048)}`,
]

test.each(REJECTED)("a provider's picture %s reaches no client and no database (threat 684)", async (picture) => {
  for (const strategy of ["jwt", "database"] as const)
    expect(await pictureAfterSignIn(picture, strategy)).toMatchObject({ image: null, stored: null })
})

test.each(["http://pictures.test/1.png", "//pictures.test/1.png"])(
  "a provider's picture %s reaches no client (threat 684)",
  async (picture) => {
    for (const strategy of ["jwt", "database"] as const)
      expect((await pictureAfterSignIn(picture, strategy)).image).toBeNull()
  },
)

test.each(["https://pictures.test/1.png?size=2", "/pictures/1.png", `${SITE}/pictures/1.png`])(
  "a provider's picture %s reaches clients",
  async (picture) => {
    for (const strategy of ["jwt", "database"] as const)
      expect(await pictureAfterSignIn(picture, strategy)).toMatchObject({ image: picture, stored: picture })
  },
)

test("a photo as data, as Microsoft Entra ID's provider makes it, stays in a stored session", async () => {
  const photo = "data:image/jpeg;base64,AQID"
  expect(await pictureAfterSignIn(photo, "database")).toMatchObject({ image: photo, stored: photo })
})

test("control characters are removed from a provider's picture (threat 684)", async () => {
  const { image } = await pictureAfterSignIn("https://pictures.test/\u00001\u001b.png", "database")
  expect(image).toBe("https://pictures.test/1.png")
})

test.each([...REJECTED, "https://pictures.test/\u202egnp.exe"])(
  "a picture that is stored as %s reaches no client (threat 684)",
  async (picture) => {
    const { adapter, id, read } = await pictureAfterSignIn(undefined, "database")
    await adapter.updateUser({ id, image: picture })
    expect(await read()).toBeNull()
  },
)

test.each(REJECTED)("a picture that a `jwt` callback sets to %s reaches no client (threat 684)", async (picture) => {
  const { adapter: _, ...config } = passwordConfig({
    session: { strategy: "jwt" },
    callbacks: {
      jwt: ({ token }) => ({ ...token, picture }),
      session: ({ session, token }) => ({ ...session, user: { ...session.user, image: token?.picture } }),
    },
  })
  const browser = cookieClient(createAuth(config, { env: { AUTH_URL: `${SITE}/auth` } }), new Map(), `${SITE}/auth`)
  await browser.signInWith("credentials", ADA)
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { name: "Ada", image: null } })
})

test.each(REJECTED)(
  "without a database, the app's callbacks and events don't get a provider's picture %s (threat 684)",
  async (picture) => {
    const issuer = await fakeIssuer()
    const acme = { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: "client" } as const
    const users: unknown[] = []
    const { adapter: _, ...config } = passwordConfig({
      providers: [acme],
      fetch: issuer.fetch,
      callbacks: { jwt: ({ token, user }) => (users.push({ name: token.name, image: token.picture }, user), token) },
      events: { signIn: ({ user }) => void users.push(user) },
    })
    const browser = cookieClient(createAuth(config, { env: { AUTH_URL: `${SITE}/auth` } }), new Map(), `${SITE}/auth`)
    const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
    const claims = { sub: "1", name: "Ada\u202e\u0000\u3164", picture }
    await browser.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", claims)}`)
    expect(users).toMatchObject([1, 2, 3].map(() => ({ name: "Ada", image: null })))
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { name: "Ada", image: null } })
  },
)
