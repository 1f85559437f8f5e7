import { describe, expect, test } from "vitest"
import type { AccountDetails } from "../../../client/account-contract.ts"
import { accountTables } from "../../adapters/account-tables.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { plainAdapter } from "../../test-kit/email-service.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { ACME } from "../../test-kit/oauth-service.ts"
import { GRACE, passwordAccountService, signedIn, type Browser } from "../../test-kit/password-account-service.ts"

const ADAPTERS: Record<string, () => Adapter> = {
  "with transactions": () => MemoryAdapter(),
  "without transactions": () => {
    const memory = MemoryAdapter()
    return { ...plainAdapter(memory), listAccounts: memory.listAccounts, ...accountTables(memory) }
  },
}

describe.each(Object.entries(ADAPTERS))("an account that its user unlinked, on an adapter %s", (_, create) => {
  async function unlinked(how: "account page" | "undo") {
    const clock = () => Date.UTC(2026, 0, 1)
    const issuer = await fakeIssuer({ clock })
    const acme = { ...ACME, allowDangerousEmailAccountLinking: true }
    const config = { fetch: issuer.fetch, clock, rateLimit: false } as const
    const service = passwordAccountService({ adapter: create(), config, providers: [acme] })
    const { browser, post, signUp, signIn, newest, tokenIn } = service
    const enter = async (from: Browser) => {
      const started = await post(from, "/signin/acme", {})
      const person = { sub: "grace", email: GRACE.email, email_verified: true }
      await from.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", person)}`)
      return signedIn(from)
    }
    const grace = browser()
    await signUp(grace)
    expect(await enter(browser())).toBe(GRACE.email) // the option links it
    await signIn(grace)
    const { accounts } = (await (await grace.get("/account")).json()) as AccountDetails // its contract
    const id = accounts?.[0]?.id ?? ""
    if (how === "account page") await post(grace, "/account", { change: "unlink", id })
    else await post(browser(), "/undo", { token: tokenIn(await newest("account-linked")) })
    await signIn(grace)
    return { ...service, grace, enter }
  }

  test.each(["account page", "undo"] as const)(
    "isn't linked again by its address, after: %s (threat 567)",
    async (how) => {
      const { browser, enter } = await unlinked(how)
      for (let turn = 0; turn < 2; turn++) expect(await enter(browser())).toBeNull()
    },
  )

  test("is linked again by a signed-in user, and signs in from then on", async () => {
    const { browser, enter, grace } = await unlinked("account page")
    await enter(grace)
    expect(await enter(browser())).toBe(GRACE.email)
  })
})
