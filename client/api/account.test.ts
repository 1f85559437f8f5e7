import { expect, onTestFinished, test, vi } from "vitest"

import { MemoryAdapter } from "../../server/adapters/memory.ts"
import { createAuth } from "../../server/index.ts"
import { fakeBrowser } from "../../server/testing/tabs.ts"
import { changeAccount, getAccount } from "./account.ts"
import { runClient } from "../core/client.ts"
import { createClient, createPageClient } from "../core/create-client.ts"
import { RequestError } from "../http/errors.ts"
import { passkey } from "./passkey.ts"
import { signIn } from "./sign-in.ts"
import { readStepUpDemand } from "./step-up.ts"
import { ada as testUser, createTestService } from "../core/service.fixture.ts"
import { requireSession } from "../use-session.ts"

const ada = { id: "ada", name: "Ada", email: "ada@app.test", emailVerified: null, image: null }

const password = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: { name: {} },
  authorize: () => ada,
} as const

function service() {
  const adapter = MemoryAdapter()
  void adapter.createUser(ada)
  void adapter.linkAccount({ provider: "github", providerAccountId: "1", type: "oauth", userId: "ada" })
  const auth = createAuth(
    { adapter, providers: [password], secret: "s".repeat(32) },
    { env: { AUTH_URL: "http://localhost:3000" } },
  )
  return auth
}

/** Runs `act` in a browser of its own. */
async function inBrowser<T>(handle: (request: Request) => Promise<Response>, act: () => Promise<T>): Promise<T> {
  const stop = runClient(createClient({ page: fakeBrowser({ handle }).open() }))
  try {
    return await act()
  } finally {
    stop()
  }
}

test("a page reads the account, ends the other sessions, then its own", async () => {
  const auth = service()
  const signedIn = <T>(act: () => Promise<T>) =>
    inBrowser(auth.handle, async () => {
      expect(await getAccount()).toBeNull()
      await signIn("credentials", { name: "Ada", redirect: false })
      return act()
    })
  await signedIn(() => Promise.resolve())
  await signedIn(async () => {
    const account = await getAccount()
    expect(account).toMatchObject({ user: { name: "Ada" }, sessions: [{ current: true }, { current: false }] })
    expect(await changeAccount("unlink", { id: account?.accounts?.[0]?.id ?? "" })).toEqual({
      ok: false,
      account: null,
      error: "LastSignInMethod",
    })
    expect(await changeAccount("revoke-other-sessions")).toMatchObject({
      ok: true,
      account: { sessions: [{ current: true }] },
    })
    expect(await changeAccount("revoke-session", { id: "forged" })).toMatchObject({ ok: false, error: "NotFound" })
    const own = account?.sessions?.[0]?.id ?? ""
    expect(await changeAccount("revoke-session", { id: own })).toEqual({ ok: true, account: null })
    expect(await changeAccount("revoke-other-sessions")).toMatchObject({ ok: false, error: "SessionRequired" })
  })
})

test.each([
  ["a page of another kind", () => new Response("<h1>")],
  ["an account without its lists", () => Response.json({ user: {} })],
  ["a failure", () => Response.json({ message: "no" }, { status: 503 })],
])("%s is no account", async (_, answer) => {
  const fake = createTestService()
  fake.instead["account"] = answer
  await inBrowser(fake.handle, async () => {
    await expect(getAccount()).rejects.toBeInstanceOf(RequestError)
    expect(await changeAccount("revoke-other-sessions")).toEqual({ ok: false, account: null, error: "RequestFailed" })
  })
})

test("a change, a link and a new passkey pass on what the server requires", async () => {
  const url = "http://localhost:3000/auth/confirm?max_age=600&factors=2"
  const body = { error: "StepUpRequired", url, maxAge: 600, factors: 2 }
  const fake = createTestService()
  const asks = () => Response.json(body, { status: 401 })
  for (const path of ["account", "signin/github", "webauthn-options/passkey"]) fake.instead[path] = asks
  vi.stubGlobal("PublicKeyCredential", () => undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  await inBrowser(fake.handle, async () => {
    const changed = await changeAccount("unlink", { id: "github" })
    expect(changed).toEqual({ ok: false, account: null, ...body })
    const linked = await signIn("github", { redirect: false })
    expect(linked).toMatchObject({ ok: false, status: 401, error: "StepUpRequired" })
    const added = await passkey.register({ provider: "passkey" })
    expect(added).toMatchObject({ ok: false, error: "StepUpRequired" })
    for (const result of [changed, linked, added])
      expect(await readStepUpDemand(result)).toEqual({ maxAge: 600, factors: 2 })
  })
})

const LATER = new Date(Date.now() + 60 * 60 * 1000).toISOString()

test("a deletion leads to the page that confirms it, and not to the sign-in page", async () => {
  const fake = createTestService({ ...testUser, expires: LATER })
  const page = fakeBrowser({ handle: fake.handle }).open()
  const client = createPageClient({ page })
  const stops = [runClient(client), client.store.subscribe(() => requireSession(client, { required: true }))]
  try {
    await client.store.refresh()
    fake.instead["account"] = () => Response.json({ error: "DeletionRejected" }, { status: 409 })
    const rejected = await changeAccount("delete-account", { redirect: true })
    expect([rejected, page.visits]).toEqual([{ ok: false, account: null, error: "DeletionRejected" }, []])
    fake.instead["account"] = () => {
      fake.setSession(null)
      return Response.json(null)
    }
    expect(await changeAccount("delete-account", { redirect: true })).toEqual({ ok: true, account: null })
    expect(client.store.get().status).toBe("unauthenticated")
    expect(page.visits).toEqual(["http://localhost:3000/auth/deletion?requested"])
  } finally {
    for (const stop of stops) stop()
  }
})

test("a deletion without `redirect` leaves the page to the app", async () => {
  const fake = createTestService({ ...testUser, expires: LATER })
  fake.instead["account"] = () => Response.json(null)
  const page = fakeBrowser({ handle: fake.handle }).open()
  const stop = runClient(createClient({ page }))
  expect(await changeAccount("delete-account")).toEqual({ ok: true, account: null })
  stop()
  expect(page.visits).toEqual([])
})
