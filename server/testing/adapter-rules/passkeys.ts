import assert from "node:assert/strict"
import type { AdapterAuthenticator } from "../../adapters/contract.ts"
import {
  SAMPLE_TIMES,
  newUser,
  nullIfThrown,
  rule,
  assertSameTime,
  startTogether,
  unique,
  asType,
  type Rule,
} from "./rule.ts"

function newPasskey(userId: string, fields: Partial<AdapterAuthenticator> = {}): AdapterAuthenticator {
  return {
    userId,
    credentialID: unique("cred"),
    credentialPublicKey: "a2V5",
    providerAccountId: unique("sub"),
    counter: 1,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
    ...fields,
  }
}

/** The rules for adapters that store a passkey's name and dates. */
export const PASSKEY_RULES: readonly Rule[] = [
  rule(
    "a removed passkey is gone",
    ["deleteAuthenticator", "createUser", "createAuthenticator", "getAuthenticator"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { credentialID, ...passkey } = newPasskey(user.id)
      await adapter.createAuthenticator({ ...passkey, credentialID })
      await adapter.deleteAuthenticator(credentialID)
      assert.equal(await adapter.getAuthenticator(credentialID), null)
      assert.equal((await nullIfThrown(() => adapter.deleteAuthenticator(credentialID))) ?? null, null)
    },
  ),
  rule(
    "accepts one of two parallel uses with the same counter (threat 224)",
    ["deleteAuthenticator", "createUser", "createAuthenticator", "updateAuthenticatorCounter"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { credentialID, ...passkey } = newPasskey(user.id, { counter: 5 })
      await adapter.createAuthenticator({ ...passkey, credentialID })
      const uses = await Promise.allSettled(
        startTogether(10, () => adapter.updateAuthenticatorCounter(credentialID, 6)),
      )
      assert.equal(uses.filter(({ status }) => status === "fulfilled").length, 1)
      for (const counter of [5, 6, 0])
        await assert.rejects(async () => adapter.updateAuthenticatorCounter(credentialID, counter))
    },
  ),
  rule(
    "a passkey keeps its name and its dates to the millisecond",
    ["updateAuthenticator", "createUser", "createAuthenticator", "getAuthenticator", "listAuthenticatorsByUserId"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      for (const moment of SAMPLE_TIMES) {
        const wanted = newPasskey(user.id, { name: "Ada's key 🗝", createdAt: moment, lastUsedAt: null })
        await adapter.createAuthenticator(wanted)
        const found = await adapter.getAuthenticator(wanted.credentialID)
        assert.equal(found?.name, wanted.name)
        assertSameTime(found?.createdAt, moment)
        assert.equal(found?.lastUsedAt, null)
        const listed = await adapter.listAuthenticatorsByUserId(user.id)
        assertSameTime(listed.find(({ credentialID }) => credentialID === wanted.credentialID)?.createdAt, moment)
      }
    },
  ),
  rule(
    "a passkey is renamed and marked as used; its credential, key, owner and counter stay whatever is asked",
    ["updateAuthenticator", "createUser", "createAuthenticator", "getAuthenticator"],
    async (adapter) => {
      const [ada, eve] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const passkey = newPasskey(ada.id, { name: "Phone", createdAt: new Date(0), counter: 4 })
      const other = newPasskey(ada.id, { name: "Key" })
      for (const each of [passkey, other]) await adapter.createAuthenticator(each)
      const { credentialID } = passkey
      const [moment = new Date()] = SAMPLE_TIMES
      const forged = { userId: eve.id, counter: 0, credentialPublicKey: "eA==", createdAt: new Date() }
      const changes = { credentialID, name: "Laptop", lastUsedAt: moment, credentialBackedUp: true }
      await adapter.updateAuthenticator(asType({ ...forged, ...changes }))
      await adapter.updateAuthenticator({ credentialID, credentialDeviceType: "multiDevice" })
      const found = await adapter.getAuthenticator(credentialID)
      const wanted = { ...passkey, ...changes, credentialDeviceType: "multiDevice" }
      for (const [key, value] of Object.entries(wanted)) {
        if (value instanceof Date) assertSameTime(found && Reflect.get(found, key), value)
        else assert.equal(found && Reflect.get(found, key), value, key)
      }
      assert.equal((await adapter.getAuthenticator(other.credentialID))?.name, "Key")
    },
  ),
  rule("changing a passkey that is not there is null", ["updateAuthenticator", "getAuthenticator"], async (adapter) => {
    for (const credentialID of [unique(), "", " ", asType<string>({ $gt: "" })]) {
      const changed = await nullIfThrown(() => adapter.updateAuthenticator({ credentialID, name: "Eve" }))
      assert.equal(changed ?? null, null, JSON.stringify(credentialID))
    }
  }),
]
