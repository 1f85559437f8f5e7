import type { Adapter as AuthjsAdapter } from "@auth/core/adapters"
import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AdapterSession } from "../../adapters/contract.ts"
import { authjsInstallation } from "../fixtures/authjs-installation.ts"
import { errorParam, signedInName } from "../../test-kit/oauth-service.ts"
import { passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { authjs } from "./index.ts"

const oldSecret = "o".repeat(32)
const secret = "s".repeat(32)

/**
 * Creates two apps on one database: one still runs Auth.js, the other has swapped its import. Collects the emails of
 * both.
 */
function createBothServices({ before = [secret], after = [secret] }: { before?: string[]; after?: string[] } = {}) {
  const adapter = MemoryAdapter()
  // Acts like an adapter made for Auth.js, which gets and stores plain tokens
  const unhashed = { ...adapter, wantsTokenHashes: false }
  const mails: string[] = []
  const sendVerificationRequest = async ({ url }: { url: string }): Promise<void> => void mails.push(url)
  const mail = { id: "email", name: "Email", type: "email", sendVerificationRequest } as const
  const theirs = authjsInstallation({
    secret: before,
    providers: [{ ...mail, from: "app@app.test", maxAge: 86_400, options: {} }],
    adapter: unhashed as AuthjsAdapter, // the same contract, with separate types
  })
  const ours = passwordService({ ...authjs(), secret: after, providers: [mail], adapter: unhashed })
  return { theirs, ours, newest: () => mails.at(-1) ?? expect.fail("no mail"), adapter }
}

const requestMagicLink = async (browser: ReturnType<typeof cookieClient>) =>
  browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: "ada@example.com" })

/** Follows a magic link as a user does: if a page asks for confirmation, its button is pressed. */
async function openMagicLink(browser: ReturnType<typeof cookieClient>, link: string): Promise<Response> {
  const answer = await browser.get(link)
  if (answer.status !== 200) return answer
  const { searchParams } = new URL(link)
  const { token = "", email = "" } = Object.fromEntries(searchParams)
  return browser.post("/callback/email", { csrfToken: await browser.csrfToken(), token, email })
}

test.each([
  ["under the same secret", {}],
  ["under a secret that was replaced since", { before: [oldSecret], after: [secret, oldSecret] }],
  ["while a secret was being replaced", { before: [secret, oldSecret], after: [secret, oldSecret] }],
])("a magic link that Auth.js sent %s signs in once", async (_, secrets) => {
  const { theirs, ours, newest } = createBothServices(secrets)
  const asking = theirs.browser()
  await requestMagicLink(asking)
  const here = cookieClient(ours, asking.jar)
  await openMagicLink(here, newest())
  expect(await signedInName(here)).toBe("ada@example.com")
  const again = cookieClient(ours)
  expect(errorParam(await openMagicLink(again, newest()))).toBe("Verification")
  expect(await signedInName(again)).toBeNull()
})

test("a magic link that Latchkit sent signs in at an instance that still runs Auth.js", async () => {
  const { theirs, ours, newest } = createBothServices()
  await requestMagicLink(cookieClient(ours))
  const there = theirs.browser()
  await there.get(newest())
  expect(await signedInName(there)).toBe("ada@example.com")
})

test("a database session of Auth.js works in Latchkit, and the other way round", async () => {
  const { theirs, ours, newest } = createBothServices()
  const there = theirs.browser()
  await requestMagicLink(there)
  await there.get(newest())
  expect(await signedInName(cookieClient(ours, there.jar))).toBe("ada@example.com")

  const here = cookieClient(ours)
  await requestMagicLink(here)
  await here.get(newest())
  expect(await signedInName(theirs.browser(here.jar))).toBe("ada@example.com")
})

test("a magic link's token isn't a session token, and a session token isn't a magic link's (threat 175)", async () => {
  const { ours, newest, adapter } = createBothServices()
  const ada = cookieClient(ours)
  await requestMagicLink(ada)
  const token = new URL(newest()).searchParams.get("token") ?? ""
  expect(
    await signedInName(cookieClient(ours, new Map([["__Secure-authjs.session-token", { value: token }]]))),
  ).toBeNull()
  await ada.get(newest())
  const user = await adapter.getUserByEmail("ada@example.com")
  const sessions: AdapterSession[] = await adapter.listSessions(user?.id ?? "")
  const link = `/callback/email?${new URLSearchParams({ token: sessions[0]?.sessionToken ?? "", email: "ada@example.com" })}`
  const eve = cookieClient(ours)
  expect(errorParam(await openMagicLink(eve, `https://app.test/auth${link}`))).toBe("Verification")
})
