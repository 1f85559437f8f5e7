import { describe, expect, test } from "vitest"
import type { AccountDetails } from "../../../client/account-contract.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createSettings } from "../../service/features.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { GRACE, signedIn } from "../../test-kit/password-account-service.ts"
import { RECOVERIES, robbedGrace, STRATEGIES, type Robbed } from "./robbed-grace.fixture.ts"
import { storeApp } from "../../test-kit/stored-app.ts"

const ADAPTERS: Record<string, () => Adapter> = {
  "with transactions": () => MemoryAdapter(),
  "without transactions": () => {
    const { transaction: _, ...plain } = MemoryAdapter()
    return plain
  },
}

/** Where the thief's request waits: at the write in a transaction, or else before the session is checked. */
interface Place {
  atWrite: string
  before: string
  form(details: AccountDetails): Record<string, string>
}

const PLACES: Record<string, Place> = {
  passkey: {
    atWrite: "deleteAuthenticator",
    before: "listAccounts",
    form: ({ passkeys }) => ({ change: "remove-passkey", id: passkeys?.[0]?.id ?? "" }),
  },
  "linked account": {
    atWrite: "unlinkAccount",
    before: "listAccounts",
    form: ({ accounts }) => ({
      change: "unlink",
      id: accounts?.find(({ provider }) => provider === "acme")?.id ?? "",
    }),
  },
  "authenticator app": {
    atWrite: "takeAccountRecord",
    before: "listAccountRecords",
    form: ({ twoStep }) => ({ change: "remove-factor", id: twoStep?.factors[0]?.id ?? "" }),
  },
}

/** Grace has a passkey, a linked account and an authenticator app. The thief is signed in with all factors. */
async function equippedGrace(robbed: Robbed) {
  const { owner, thief, stored, id, link, time, post } = robbed
  const own = softAuthenticator()
  const asked = await owner.get("/webauthn-options/passkey?action=register")
  const { options } = (await asked.json()) as { options: Parameters<typeof own.create>[0] } // as asked for
  await post(owner, "/callback/passkey", { action: "register", data: own.create(options) })
  await link(owner, { sub: "grace", email: GRACE.email, email_verified: true })
  const settings = createSettings({ secret: "s".repeat(32), adapter: stored, clock: () => time.now }, { env: {} })
  const app = await storeApp({ settings, store: stored as Required<typeof stored> }, { userId: id })
  time.now += 60_000
  const card = await thief.get("/confirm?max_age=600&factors=2", { accept: "application/json" })
  const { attempt = "" } = (await card.json()) as Record<string, string> // the card's props
  const proof = { attempt, method: "totp", code: await app.codeAt(time.now) }
  await post(thief, "/confirm?max_age=600&factors=2", proof)
  const held = async () => {
    const records = (await stored.listAccountRecords?.("factor", id)) ?? []
    const [accounts, passkeys] = [await stored.listAccounts?.(id), await stored.listAuthenticatorsByUserId?.(id)]
    return [records.length, passkeys?.length, accounts?.map(({ provider }) => provider).toSorted()]
  }
  return { ...robbed, held }
}

const cases = Object.keys(RECOVERIES)
  .filter((recovery) => recovery !== "an undo")
  .flatMap((recovery) => Object.keys(PLACES).map((method) => [recovery, method] as const))

describe.each(Object.entries(ADAPTERS))("on an adapter %s", (name, create) => {
  describe.each(STRATEGIES)("with %s sessions", (strategy) => {
    const possible = cases.filter(([recovery]) => strategy === "database" || recovery !== "signing out elsewhere")
    test.each(possible)(
      "%s stops the removal of the %s that a thief had asked for (threat 563)",
      async (recovery, method) => {
        const robbed = await equippedGrace(await robbedGrace(strategy, create()))
        const { thief, change, held, hold, reached, go } = robbed
        const { atWrite, before, form } = PLACES[method] ?? expect.fail()
        const details = (await (await thief.get("/account")).json()) as AccountDetails // its contract
        const equipped = await held()
        expect(equipped).toEqual([1, 1, expect.arrayContaining(["acme", "passkey"])])
        hold(name === "with transactions" ? atWrite : before)
        const removing = change(thief, form(details))
        expect(await Promise.race([reached, removing.then(() => false)])).toBe(true)
        const recovering = RECOVERIES[recovery]?.(robbed)
        await Promise.race([recovering, new Promise((resolve) => setTimeout(resolve, 4000))])
        go()
        await removing
        await recovering
        expect(await held()).toEqual(equipped)
      },
    )
  })
})

const other = <T extends { current: boolean }>(list: readonly T[] | null | undefined) =>
  list?.find(({ current }) => !current) ?? expect.fail("nothing to end")

const ENDS: Record<string, (details: AccountDetails) => Record<string, string>> = {
  "the owner's session": ({ sessions }) => ({ change: "revoke-session", id: other(sessions).id }),
  "all other sessions": () => ({ change: "revoke-other-sessions" }),
  "a trusted device": ({ twoStep }) => ({ change: "remove-trusted-device", id: other(twoStep?.trustedDevices).id }),
}

// The thief's request waits after its session was found, or after the list of sessions was read
const waiting = [
  ["getAccountRecord", "the owner's session"],
  ["listSessions", "the owner's session"],
  ["getAccountRecord", "all other sessions"],
  ["getAccountRecord", "a trusted device"],
] as const

test.each(waiting)("the end of a thief's session stops, at %s, that it ends %s (threat 563)", async (at, end) => {
  const robbed = await robbedGrace("database", MemoryAdapter())
  const { thief, owner, change, stored, id, time, hold, reached, go } = robbed
  const data = { site: "https://app.test/auth", createdAt: time.now, userAgent: null, credentials: "" }
  const expires = new Date(time.now + 60_000)
  const device = { kind: "trusted-device", id: "device", userId: id, data: JSON.stringify(data), expires } as const
  await stored.createAccountRecord?.(device)
  const details = async (from: typeof owner) => (await (await from.get("/account")).json()) as AccountDetails // its contract
  const csrfToken = await thief.csrfToken()
  const form = { csrfToken, ...ENDS[end]?.(await details(thief)) }
  const { id: robber } = other((await details(owner)).sessions)
  hold(at)
  const ending = thief.postJson("/account", form)
  expect(await Promise.race([reached, ending.then(() => false)])).toBe(true)
  expect((await change(owner, { change: "revoke-session", id: robber })).status).toBe(200)
  go()
  await ending
  expect(await signedIn(owner)).toBe(GRACE.email)
  expect(await stored.listAccountRecords?.("trusted-device", id)).toHaveLength(1)
})
