import { describe, expect, test } from "vitest"
import { accountTables } from "../../adapters/account-tables.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { EmailConfig } from "../../providers/types.ts"
import {
  emailService,
  openMagicLink,
  plainAdapter,
  requestEmail,
  signedInEmail,
  submitCode,
} from "../../test-kit/email-service.ts"
import { looseAdapter } from "../../test-kit/loose-adapter.ts"
import { errorParam } from "../../test-kit/oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const ADA = "ada@app.test"
const DAY = 24 * 60

/**
 * Two processes beside an adapter of Auth.js, which can't delete links by their address. So no process knows the links
 * that another one stored.
 */
function processes({ address = ADA, provider = {} }: { address?: string; provider?: Partial<EmailConfig> } = {}) {
  const adapter = { ...plainAdapter(looseAdapter().adapter), ...accountTables(MemoryAdapter()) }
  const config = { adapter, account: { deletion: true, administration: true } } as const
  const [one, other] = [emailService({ config, provider }), emailService({ config, provider })]
  const remove = async () => one.auth.users.delete((await adapter.getUserByEmail?.(address))?.id ?? "")
  const enter = async () => {
    const browser = cookieClient(one.auth)
    await requestEmail(browser, address)
    await browser.get(one.newest().url)
    return browser
  }
  const later = (minutes: number) => [one, other].forEach((each) => each.later(minutes))
  return { one, other, remove, enter, later, user: () => adapter.getUserByEmail?.(address) }
}

describe("beside an adapter that can't delete links by their address, after a deletion", () => {
  test.each(["before the first user", "while the first user existed"])(
    "no link or code that was sent %s opens the next user's account (threat 502)",
    async (when) => {
      const { one, other, remove, enter, user } = processes()
      if (when === "while the first user existed") await enter()
      const [byLink, byCode] = [cookieClient(other.auth), cookieClient(other.auth)]
      await requestEmail(byLink, ADA)
      const link = other.newest().url
      await requestEmail(byCode, ADA)
      const { code = "" } = other.newest()
      if (when === "before the first user") await enter()
      await remove()
      for (const _ of ["without a user", "with the next user"]) {
        expect(errorParam(await openMagicLink(byLink, link))).toBe("Verification")
        await submitCode(byCode, code)
        expect([await signedInEmail(byLink), await signedInEmail(byCode)]).toEqual([null, null])
        if (!(await user())) expect(await signedInEmail(await enter())).toBe(ADA)
      }
      expect(one.errors).toEqual([])
    },
  )

  test("no earlier link opens the next user's account if the provider keeps capital letters (threat 502)", async () => {
    const address = "Ada@app.test"
    const { other, remove, enter } = processes({ address, provider: { normalizeIdentifier: (text) => text.trim() } })
    const browser = cookieClient(other.auth)
    await requestEmail(browser, address)
    expect(await signedInEmail(await enter())).toBe(address)
    await remove()
    await enter()
    expect(errorParam(await openMagicLink(browser, other.newest().url))).toBe("Verification")
    expect(await signedInEmail(browser)).toBeNull()
  })

  test("a link that was sent afterwards works for as long as any other", async () => {
    const { one, remove, enter, later } = processes()
    await enter()
    await remove()
    for (const wait of [1, DAY - 2, 2, DAY - 2]) {
      later(wait)
      const browser = cookieClient(one.auth)
      await requestEmail(browser, ADA)
      later(DAY - 1)
      await browser.get(one.newest().url)
      expect(await signedInEmail(browser)).toBe(ADA)
      await remove()
    }
  })
})

test("a link that is older than its user still works", async () => {
  const { one, other, enter } = processes()
  const browser = cookieClient(other.auth)
  await requestEmail(browser, ADA)
  await enter()
  await browser.get(other.newest().url)
  expect([await signedInEmail(browser), one.errors]).toEqual([ADA, []])
})
