// Checks that each statement of the interface names an existing test, and tests the statements that no other test
// covers.
import { readFileSync } from "node:fs"
import { decodeProtectedHeader } from "jose"
import { describe, expect, test, vi } from "vitest"
import type { VerificationToken } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { encode } from "../../jwt.ts"
import type { VerificationRequest } from "../../providers/types.ts"
import { oauthService, signedInName } from "../oauth-service.ts"
import { passwordService } from "../password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { DEVIATIONS, renderDeviationsPage, type DeviationName } from "./fixtures/deviations.ts"
import { STATEMENTS } from "./fixtures/statements.ts"

const root = new URL("../../../", import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), "utf8")
const titles = (file: string) =>
  [...read(file).matchAll(/"((?:[^"\\\n]|\\.)+)"|'((?:[^'\\\n]|\\.)+)'|`([^`\n]+)`/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  )

describe("each statement of the interface", () => {
  test.each(STATEMENTS.map((statement) => [`${statement.section}: ${statement.says}`, statement] as const))(
    "%s",
    (_, statement) => {
      const found = titles(statement.file).some((title) => statement.test !== "" && title.startsWith(statement.test))
      expect(found, `no test in ${statement.file} is called "${statement.test}…"`).toBe(true)
    },
  )

  test("is listed once", () => {
    const said = STATEMENTS.map(({ section, says }) => `${section}: ${says}`)
    expect(said).toEqual([...new Set(said)])
  })

  test("has a row in the deviations if Latchkit breaks it on purpose, and each row is used", () => {
    const named = new Set(STATEMENTS.flatMap(({ deviation }) => deviation ?? []))
    expect([...named].sort()).toEqual((Object.keys(DEVIATIONS) as DeviationName[]).sort()) // its own keys
  })

  test("appears on the deviations page of the documentation if Latchkit breaks it on purpose", async () => {
    await expect(renderDeviationsPage()).toMatchFileSnapshot("../../../stories/docs/deviations.md")
  })
})

const ada = { sub: "ada", email: "ada@example.com", name: "Ada", email_verified: true }

test("computes an account's expires_at from expires_in, and lowercases its token_type", async () => {
  const jwt = vi.fn(({ token }) => token)
  const service = await oauthService({ adapter: undefined, callbacks: { jwt } })
  service.issuer.responses.token = (answer) => ({ ...answer, expires_in: 3600, token_type: "BEARER" })
  const before = Math.floor(Date.now() / 1000)
  await service.enter(service.browser(), ada)
  const account = jwt.mock.calls[0]?.[0].account
  expect(account).toMatchObject({ token_type: "bearer" })
  expect(account.expires_at).toBeGreaterThanOrEqual(before + 3600)
  expect(account.expires_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 3600)
})

function emailService() {
  const adapter = MemoryAdapter()
  const stored: VerificationToken[] = []
  const sent: VerificationRequest[] = []
  const signIn = vi.fn(() => true)
  const auth = createAuth(
    {
      adapter: {
        ...adapter,
        createVerificationToken: async (token: VerificationToken) => {
          stored.push(token)
          return adapter.createVerificationToken(token)
        },
      },
      providers: [
        {
          id: "email",
          name: "Email",
          type: "email",
          sendVerificationRequest: (request: VerificationRequest) => void sent.push(request),
        },
      ],
      secret: "s".repeat(32),
      logger: { error: () => undefined, warn: () => undefined },
      callbacks: { signIn },
    },
    { env: { AUTH_URL: "https://app.test/auth" } },
  )
  return { auth, adapter, stored, sent, signIn }
}

async function requestMagicLink({ auth }: ReturnType<typeof emailService>) {
  const browser = cookieClient(auth)
  await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: ada.email })
  return browser
}

test("stores a verification token as a hash, with its address and its expiry", async () => {
  const service = emailService()
  await requestMagicLink(service)
  const token = new URL(service.sent[0]?.url ?? "").searchParams.get("token") ?? ""
  expect(token).not.toBe("")
  expect(service.stored).toContainEqual({
    identifier: expect.stringContaining(ada.email),
    token: expect.not.stringContaining(token),
    expires: expect.any(Date),
  })
})

test("sets emailVerified to null after a provider sign-in, and to a date after a magic link", async () => {
  const oauth = await oauthService({}, {})
  await oauth.enter(oauth.browser(), { ...ada, email_verified: false })
  expect((await oauth.adapter.getUserByEmail(ada.email))?.emailVerified).toBeNull()
  const email = emailService()
  const browser = await requestMagicLink(email)
  const link = new URL(email.sent[0]?.url ?? "")
  await browser.get(link.pathname.replace("/auth", "") + link.search)
  await browser.post("/callback/email", {
    csrfToken: await browser.csrfToken(),
    ...Object.fromEntries(link.searchParams),
  })
  expect((await email.adapter.getUserByEmail(ada.email))?.emailVerified).toBeInstanceOf(Date)
})

test("runs the signIn callback of an email sign-in when the link is used", async () => {
  const email = emailService()
  email.signIn.mockReturnValue(false)
  const browser = await requestMagicLink(email)
  const link = new URL(email.sent[0]?.url ?? "")
  await browser.get(link.pathname.replace("/auth", "") + link.search)
  await browser.post("/callback/email", {
    csrfToken: await browser.csrfToken(),
    ...Object.fromEntries(link.searchParams),
  })
  expect(email.signIn).toHaveBeenCalled()
  expect(await signedInName(browser)).toBeNull()
})

test("rejects a session token that can be guessed", async () => {
  const error = vi.fn()
  const adapter = MemoryAdapter()
  const service = await oauthService({ adapter, session: { generateSessionToken: () => "short" }, logger: { error } })
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBeNull()
  expect(error).toHaveBeenCalled()
})

test("shows theme.colorScheme and theme.logo on the page", async () => {
  const auth = passwordService({ theme: { colorScheme: "dark", logo: "/logo.svg" } })
  const page = await (await cookieClient(auth).get("/signin")).text()
  expect(page).toMatch(/<html[^>]*data-[a-z-]*scheme="dark"|color-scheme[^>]*dark/)
  expect(page).toContain('src="/logo.svg"')
})

test("seals with A256CBC-HS512 in encode", async () => {
  const token = await encode({ token: { sub: "ada" }, secret: "s".repeat(32), salt: "salt" })
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: "dir", enc: "A256CBC-HS512" })
})

test("accepts a function that returns an adapter", async () => {
  const adapter = MemoryAdapter()
  const service = await oauthService({ adapter: () => adapter })
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe(ada.email)
  expect(await adapter.getUserByEmail(ada.email)).not.toBeNull()
})

test("calls the operation of an adapter that was extended by spreading", async () => {
  const adapter = MemoryAdapter()
  const createUser = vi.fn(adapter.createUser)
  const linkAccount = vi.fn(adapter.linkAccount)
  const service = await oauthService({ adapter: { ...adapter, createUser, linkAccount } })
  await service.enter(service.browser(), ada)
  expect(createUser).toHaveBeenCalledTimes(1)
  expect(linkAccount).toHaveBeenCalledTimes(1)
})

test("removes an account through unlinkAccount when its user unlinks it", async () => {
  const adapter = MemoryAdapter()
  const unlinkAccount = vi.fn(adapter.unlinkAccount)
  const service = await oauthService({ adapter: { ...adapter, unlinkAccount } })
  const browser = service.browser()
  await service.enter(browser, ada)
  const user = await adapter.getUserByEmail(ada.email)
  await adapter.linkAccount({ userId: user?.id ?? "", type: "oauth", provider: "other", providerAccountId: "1" })
  const { accounts } = (await (await browser.get("/account")).json()) as {
    accounts: { id: string; provider: string }[]
  } // AccountDetails
  const id = accounts.find(({ provider }) => provider === "other")?.id ?? ""
  await browser.postJson("/account", { csrfToken: await browser.csrfToken(), change: "unlink", id })
  expect(unlinkAccount).toHaveBeenCalledTimes(1)
})
