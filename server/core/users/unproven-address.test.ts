import { describe, expect, test, vi } from "vitest"
import { createPasswordHasher } from "../crypto/passwords/hasher.ts"
import { importPassword } from "../../features/password/import-password.ts"
import { FAST_HASH, passwordAccountService, signedIn, type Browser } from "../../test-kit/password-account-service.ts"

const STRANGERS = "stranger@app.test"
const OWN = "own@app.test"
const PASSWORD = "the password of an imported user"
const PHONE = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0" }

/** A user who was imported with an address that no one proved. */
async function importedUser(emailVerified: Date | null) {
  const service = passwordAccountService({
    config: { rateLimit: false, account: { newDeviceEmail: true, changeEmail: true, deletion: true } },
  })
  const { adapter, sent, signIn, browser, post, newest, tokenIn } = service
  const { id } = await adapter.createUser({ id: "imported", name: null, image: null, email: STRANGERS, emailVerified })
  const hash = await createPasswordHasher({ hash: FAST_HASH }).hash(
    { text: PASSWORD, raw: PASSWORD },
    { key: "", known: true },
  )
  await importPassword(adapter, { userId: id, hash })
  const enter = async () => {
    const from = browser(PHONE)
    await signIn(from, { email: STRANGERS, password: PASSWORD })
    expect(await signedIn(from)).toBe(STRANGERS)
    return from
  }
  const change = (from: Browser, fields: Record<string, string>) => post(from, "/account", fields)
  /** Returns the kinds of the emails to the imported address. */
  const told = async () => (await sent()).filter(({ identifier }) => identifier === STRANGERS).map(({ kind }) => kind)
  const move = async (from: Browser) => {
    await change(from, { change: "change-email", email: OWN })
    await post(from, "/change-email", { token: tokenIn(await newest("email-change")) })
    expect(await signedIn(from)).toBe(OWN)
  }
  const remove = async (from: Browser) => {
    await change(from, { change: "delete-account" })
    await vi.waitFor(async () => expect(await adapter.getUser(id)).toBeNull())
  }
  return { enter, change, told, move, remove }
}

describe("an address that was never proven", () => {
  test("gets no details of devices, no notice and no link that undoes a change (threat 569)", async () => {
    const { enter, change, told, move } = await importedUser(null)
    await enter()
    const from = await enter()
    await change(from, { change: "change-password", password: `${PASSWORD}, changed` })
    await move(from)
    expect(await told()).toEqual([])
  })

  test("isn't told that its account was deleted (threat 569)", async () => {
    const { enter, told, remove } = await importedUser(null)
    await remove(await enter())
    expect(await told()).toEqual([])
  })

  test("gets them once it is proven", async () => {
    const { enter, told, move } = await importedUser(new Date(Date.UTC(2020, 0)))
    await enter()
    await move(await enter())
    expect(await told()).toEqual(["new-device", "new-device", "email-changed"])
    const another = await importedUser(new Date(Date.UTC(2020, 0)))
    await another.remove(await another.enter())
    await vi.waitFor(async () => expect(await another.told()).toContain("account-deleted"))
  })
})
