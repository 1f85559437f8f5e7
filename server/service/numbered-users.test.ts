import { expect, test, vi } from "vitest"
import type { AccountDetails } from "../../client/account-contract.ts"
import type { AuthConfig } from "./config.ts"
import type { AccountEmail } from "../providers/types.ts"
import { fromBase32 } from "../core/proofs/base32.ts"
import { totpCode, totpStep } from "../core/proofs/totp.ts"
import { numberedUsers } from "../test-kit/numbered-users.ts"
import { ADA, pauseService, signedIn, type Browser, type SignInMethod } from "../test-kit/pause-service.ts"

const SCRIPT = { accept: "application/json" }
const location = (response: Response) => response.headers.get("location") ?? ""

/** Ada, whose id is a number, and an authenticator app of hers. */
async function numberedAda(strategy: "jwt" | "database", more: Partial<AuthConfig> = {}) {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const config = { secondFactor: {}, clock: () => time.now, steps: [], ...more }
  const service = await pauseService({ strategy, adapter: numberedUsers(), config })
  const { browser, prove, notices } = service
  const post = async (from: Browser, path: string, fields: Record<string, string>) =>
    from.post(path, { csrfToken: await from.csrfToken(), ...fields })
  const own = browser()
  await prove(own, "oidc")
  const card = (await (await own.get("/two-step/totp", SCRIPT)).json()) as Record<string, string> // the card's props
  const { attempt = "", secretText = "" } = card
  const secret = fromBase32(secretText.replaceAll(" ", "")) ?? expect.fail("no secret")
  const code = async () => {
    time.now += 60_000
    return totpCode(secret, totpStep(time.now))
  }
  await post(own, "/two-step/totp", { attempt, code: await code() })
  const added = await vi.waitFor(() => notices.find(({ kind }) => kind === "factor-added") ?? expect.fail("no email"))
  const signIn = async (method: SignInMethod = "oidc") => {
    const from = browser()
    return { from, to: location(await prove(from, method)) }
  }
  const finish = async (from: Browser, more: Record<string, string> = {}) => {
    const { attempt: open = "" } = (await (await from.get("/step", SCRIPT)).json()) as Record<string, string> // its props
    return post(from, "/step/second-factor", { attempt: open, method: "totp", code: await code(), ...more })
  }
  return { ...service, time, own, post, code, added, signIn, finish }
}

const tokenIn = ({ url }: AccountEmail) => new URL(url).searchParams.get("token") ?? ""

test.each(["jwt", "database"] as const)(
  "a user with a number as id signs in and confirms with an authenticator app, with %s sessions",
  async (strategy) => {
    const { post, signIn, finish, code, time } = await numberedAda(strategy)
    const { from, to } = await signIn()
    expect([to, await signedIn(from)]).toEqual(["https://app.test/auth/step/second-factor", null])
    await finish(from)
    expect(await signedIn(from)).toBe(ADA.email)
    time.now += 20 * 60_000
    const shown = (await (await from.get("/confirm", SCRIPT)).json()) as Record<string, string> // the card's props
    expect(shown["methods"]).toContain("totp")
    const { attempt = "" } = shown
    await post(from, "/confirm?callbackUrl=/done", { attempt, method: "totp", code: await code() })
    expect(await (await from.get("/confirm", SCRIPT)).json()).toMatchObject({ satisfied: true })
  },
)

test.each(["jwt", "database"] as const)(
  "a user with a number as id trusts a device, and no other browser, with %s sessions",
  async (strategy) => {
    const { prove, signIn, finish } = await numberedAda(strategy)
    const { from } = await signIn()
    await finish(from, { trust: "on" })
    await from.post("/signout", { csrfToken: await from.csrfToken() })
    expect(location(await prove(from, "oidc"))).toBe("https://app.test/")
    expect((await signIn()).to).toBe("https://app.test/auth/step/second-factor")
  },
)

test.each(["jwt", "database"] as const)(
  "the link of a security email removes a factor that a thief added, if the user's id is a number, with %s sessions (threat 434)",
  async (strategy) => {
    const { adapter, ada, own, browser, post, added, signIn } = await numberedAda(strategy)
    expect(await signedIn(own)).toBe(ADA.email)
    await post(browser(), "/undo", { token: tokenIn(added) })
    expect(await signedIn(own)).toBeNull()
    expect(await adapter.listAccountRecords("factor", String(ada.id))).toEqual([])
    expect(await adapter.listAccountRecords("recovery-codes", String(ada.id))).toEqual([])
    const { from } = await signIn()
    expect(await signedIn(from)).toBe(ADA.email)
  },
)

test("a user with a number as id sets up a required second factor after the code by email", async () => {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const config = { secondFactor: { required: true }, clock: () => time.now, steps: [] }
  const { browser, prove, newest, adapter, ada } = await pauseService({ adapter: numberedUsers(), config })
  const passkeys = await adapter.listAuthenticatorsByUserId(String(ada.id))
  await Promise.all(passkeys.map(({ credentialID }) => adapter.deleteAuthenticator(credentialID)))
  const own = browser()
  const submit = async (step: string, fields: Record<string, string>) => {
    const { attempt = "" } = (await (await own.get("/step", SCRIPT)).json()) as Record<string, string> // the card's props
    return location(await own.post(`/step/${step}`, { csrfToken: await own.csrfToken(), attempt, ...fields }))
  }
  expect(location(await prove(own, "credentials"))).toBe("https://app.test/auth/step/prove-mailbox")
  expect(await submit("prove-mailbox", { code: newest().code ?? "" })).toBe("https://app.test/auth/step/enroll-totp")
  const { secretText = "" } = (await (await own.get("/step", SCRIPT)).json()) as Record<string, string> // as above
  const secret = fromBase32(secretText.replaceAll(" ", "")) ?? expect.fail("no secret")
  const code = await totpCode(secret, totpStep(time.now))
  expect(await submit("enroll-totp", { code })).toBe("https://app.test/auth/step/recovery-codes")
  expect(await submit("recovery-codes", { saved: "1" })).toBe("https://app.test/")
  expect(await signedIn(own)).toBe(ADA.email)
})

test.each(["jwt", "database"] as const)(
  "an administrator who acts as a user with a number as id sees that user's factors, with %s sessions",
  async (strategy) => {
    const callbacks = { impersonate: ({ user }: { user: { email: string } }) => user.email === ADA.email }
    const { auth, ada, browser, newest } = await numberedAda(strategy, {
      callbacks,
      account: { administration: true },
    })
    const root = browser()
    await root.post("/signin/email", { csrfToken: await root.csrfToken(), email: "root@app.test" })
    await root.get(newest().url.replace("https://app.test/auth", ""))
    const { cookies } = await auth.users.impersonate(String(ada.id), root.request("/admin"))
    root.receive(new Response(null, { headers: cookies.map((line) => ["set-cookie", line]) }))
    expect(await signedIn(root)).toBe(ADA.email)
    const shown = (await (await root.get("/account", SCRIPT)).json()) as AccountDetails // the shape of the response
    expect(shown.twoStep?.factors).toMatchObject([{ kind: "totp" }])
  },
)
