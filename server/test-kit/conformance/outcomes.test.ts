// interface.md, "Event handlers" and "Errors".
import { beforeEach, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { AuthError, CredentialsSignin } from "../../errors.ts"
import { errorParam, oauthService } from "../oauth-service.ts"
import { ADA, passwordService } from "../password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const person = { sub: "ada", name: "Ada", email: "ada@example.com" }

describe("events", () => {
  const events = {
    createUser: vi.fn(),
    updateUser: vi.fn(),
    linkAccount: vi.fn(),
    signIn: vi.fn(),
    signOut: vi.fn(),
    session: vi.fn(),
  }
  beforeEach(() => void vi.clearAllMocks())

  test("createUser, linkAccount and signIn are emitted on a first sign-in", async () => {
    const service = await oauthService({ events })
    await service.enter(service.browser(), person)
    const user = expect.objectContaining({ email: "ada@example.com" })
    const account = expect.objectContaining({ provider: "acme", providerAccountId: "ada" })
    expect(events.createUser).toHaveBeenCalledWith({ user })
    expect(events.linkAccount).toHaveBeenCalledWith({ user, account, profile: user })
    expect(events.signIn).toHaveBeenCalledWith({
      user,
      account,
      profile: expect.objectContaining(person),
      isNewUser: true,
    })
  })

  test("updateUser is emitted if the profile changed the user", async () => {
    const service = await oauthService({ events }, { syncProfile: true })
    await service.enter(service.browser(), person)
    await service.enter(service.browser(), { ...person, name: "Countess" })
    expect(events.updateUser).toHaveBeenCalledWith({ user: expect.objectContaining({ name: "Countess" }) })
  })

  test("signIn with credentials receives the user that authorize returned", async () => {
    await cookieClient(passwordService({ events })).signInWith("credentials", ADA)
    expect(events.signIn).toHaveBeenCalledWith(
      expect.objectContaining({ user: { id: "1", name: "Ada", email: "ada@example.com" } }),
    )
  })

  test("session and signOut receive {token} with the jwt strategy", async () => {
    const ada = cookieClient(passwordService({ events }))
    await ada.signInWith("credentials", ADA)
    await ada.get("/session")
    expect(events.session).toHaveBeenCalledWith({
      session: expect.anything(),
      token: expect.objectContaining({ sub: "1" }),
    })
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect(events.signOut).toHaveBeenCalledWith({ token: expect.objectContaining({ sub: "1" }) })
  })

  test("signOut receives {session} with the database strategy", async () => {
    const service = await oauthService({ events })
    const ada = service.browser()
    await service.enter(ada, person)
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect(events.signOut).toHaveBeenCalledWith({ session: expect.objectContaining({ userId: expect.any(String) }) })
  })
})

describe("errors", () => {
  test("CredentialsSignin has a static type and a code, which the sign-in page's URL contains", async () => {
    class Locked extends CredentialsSignin {
      override code = "locked"
    }
    expect([CredentialsSignin.type, new Locked().code, new Locked() instanceof AuthError]).toEqual([
      "CredentialsSignin",
      "locked",
      true,
    ])
    const provider = {
      id: "credentials",
      name: "P",
      type: "credentials",
      credentials: {},
      authorize: () => {
        throw new Locked()
      },
    } as const
    const answer = await cookieClient(passwordService({ providers: [provider] })).signInWith("credentials", {})
    expect(answer.headers.get("location")).toBe("https://app.test/auth/signin?error=CredentialsSignin&code=locked")
  })

  test("AuthError has a type, and a cause with the error behind it", () => {
    const error = new AuthError("AdapterError", "The database is away", { err: new Error("ECONNREFUSED") })
    expect(error).toMatchObject({
      type: "AdapterError",
      message: "The database is away",
      cause: { err: expect.any(Error) },
    })
  })

  test("a missing adapter operation fails the request and shows an error", async () => {
    const { createUser: _, transaction: _all, ...adapter } = MemoryAdapter()
    const service = await oauthService({ adapter })
    const answer = await service.enter(service.browser(), person)
    expect(errorParam(answer)).toBe("Configuration")
    expect(service.logged()).toContain("createUser")
  })

  test.each([
    ["Configuration", 500],
    ["AccessDenied", 403],
    ["Verification", 403],
  ])("the error page knows %s", async (error, status) => {
    const answer = await cookieClient(passwordService()).get(`/error?error=${error}`)
    expect(answer.status).toBe(status)
  })

  test.each([
    "Signin",
    "OAuthSignin",
    "OAuthCallbackError",
    "OAuthCreateAccount",
    "EmailCreateAccount",
    "Callback",
    "OAuthAccountNotLinked",
    "EmailSignin",
    "CredentialsSignin",
    "SessionRequired",
  ])("the sign-in page explains %s", async (error) => {
    const html = await (await cookieClient(passwordService()).get(`/signin?error=${error}`)).text()
    const [, alert = ""] = /class="auth-alert"[^>]*>([\s\S]*?)<\/div>/.exec(html) ?? []
    expect(alert.replace(/<[^>]*>/g, "").trim().length).toBeGreaterThan(10)
    expect(alert).not.toMatch(new RegExp(`\\b${error}\\b`))
  })
})
