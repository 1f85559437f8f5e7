import { expect, test } from "vitest"
import type { AccountDetails } from "../../../client/account-contract.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { softAuthenticator } from "../../testing/authenticator.ts"
import { errorParam, signedInName } from "../../testing/oauth-service.ts"
import { ADA, passkeyService } from "../../testing/passkey-service.ts"

/** Returns an adapter whose users have numbers as ids, as in Auth.js's adapter for pg. */
function numberedUsers(): Adapter {
  const ids: string[] = []
  const toNumber = (id: string) => (ids.includes(id) ? ids.indexOf(id) + 1 : ids.push(id))
  const memory = MemoryAdapter()
  const outside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(outside)
    if (value === null || typeof value !== "object" || value instanceof Date) return value
    const isUser = "email" in value && "id" in value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]: [string, unknown]) => {
        if (typeof one === "string" && (key === "userId" || (isUser && key === "id"))) return [key, toNumber(one)]
        return [key, outside(one)]
      }),
    )
  }
  const inside = (value: unknown): unknown => {
    if (typeof value === "number" || (typeof value === "string" && /^\d{1,3}$/.test(value)))
      return ids[Number(value) - 1]
    if (value === null || typeof value !== "object" || value instanceof Date) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]: [string, unknown]) => [
        key,
        /^(id|userId)$/.test(key) ? inside(one) : one,
      ]),
    )
  }
  return new Proxy(memory, {
    get(target, name) {
      const operation: unknown = Reflect.get(target, name)
      if (typeof operation !== "function" || String(name).endsWith("AccountRecord") || name === "listAccountRecords")
        return operation
      return async (first: unknown, ...others: unknown[]) =>
        outside(await Reflect.apply(operation, target, [inside(first), ...others]))
    },
  })
}

test.each(["jwt", "database"] as const)(
  "a user with a number as id adds a passkey, signs in with it and removes it, with %s sessions",
  async (strategy) => {
    const service = await passkeyService({ adapter: numberedUsers(), session: { strategy } })
    const authenticator = softAuthenticator()
    const laptop = service.browser()
    await service.enter(laptop, ADA)
    expect(errorParam(await service.register(laptop, authenticator))).toBeNull()
    const phone = service.browser()
    expect(errorParam(await service.signIn(phone, authenticator))).toBeNull()
    expect(await signedInName(phone)).toBe("ada@app.test")
    const { passkeys } = (await (await phone.get("/account")).json()) as AccountDetails // the shape of the response
    const removal = { csrfToken: await phone.csrfToken(), change: "remove-passkey", id: passkeys?.[0]?.id ?? "" }
    expect((await phone.postJson("/account", removal)).status).toBe(200)
    expect(errorParam(await service.signIn(service.browser(), authenticator))).toBe("WebAuthnVerificationError")
  },
)
