import assert from "node:assert/strict"
import type { AdapterAuthenticator } from "../../adapters/contract.ts"
import {
  similarTexts,
  newUser,
  NOT_TEXT,
  nullIfThrown,
  rule,
  startTogether,
  unique,
  asType,
  countSuccesses,
  type Rule,
} from "./rule.ts"

function newAuthenticator(userId: string, fields: Partial<AdapterAuthenticator> = {}): AdapterAuthenticator {
  return {
    userId,
    credentialID: Buffer.from(unique("cred")).toString("base64"),
    credentialPublicKey: Buffer.from(unique("key")).toString("base64"),
    providerAccountId: unique("sub"),
    counter: 0,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    transports: "internal,hybrid",
    ...fields,
  }
}

/** The rules for passkeys. */
export const AUTHENTICATOR_RULES: readonly Rule[] = [
  rule(
    "a passkey is found by its credential",
    ["createUser", "createAuthenticator", "getAuthenticator"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      for (const fields of [{}, { credentialBackedUp: false, transports: null, counter: 7 }]) {
        const wanted = newAuthenticator(user.id, fields)
        await adapter.createAuthenticator(wanted)
        const found = await adapter.getAuthenticator(wanted.credentialID)
        for (const [key, value] of Object.entries(wanted)) assert.equal(found && Reflect.get(found, key), value, key)
      }
    },
  ),
  rule("a credential that is not there is null", ["getAuthenticator"], async (adapter) => {
    assert.equal(await adapter.getAuthenticator(unique()), null)
    for (const value of [...NOT_TEXT, "", " "]) {
      const found = await nullIfThrown(() => adapter.getAuthenticator(asType(value)))
      assert.equal(found ?? null, null, JSON.stringify(value))
    }
  }),
  rule(
    "a user's passkeys are listed, and a stranger has none",
    ["createUser", "createAuthenticator", "listAuthenticatorsByUserId"],
    async (adapter) => {
      const [ada, eve] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const hers = [newAuthenticator(ada.id), newAuthenticator(ada.id)]
      for (const each of [...hers, newAuthenticator(eve.id)]) await adapter.createAuthenticator(each)
      const listed = await adapter.listAuthenticatorsByUserId(ada.id)
      assert.deepEqual(listed.map((each) => each.credentialID).sort(), hers.map((each) => each.credentialID).sort())
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(crypto.randomUUID()), [])
    },
  ),
  rule(
    "gives a credential one owner, even in a race (threat 212)",
    ["createUser", "createAuthenticator", "getAuthenticator"],
    async (adapter) => {
      const users = await Promise.all(startTogether(5, () => adapter.createUser(newUser())))
      const { credentialID } = newAuthenticator("")
      const attempts = startTogether(10, (index) =>
        adapter.createAuthenticator(newAuthenticator(users[index % 5]?.id ?? "", { credentialID })),
      )
      assert.equal(await countSuccesses(attempts), 1)
      const owner = (await adapter.getAuthenticator(credentialID))?.userId
      for (const { id } of users) {
        await assert.rejects(async () => adapter.createAuthenticator(newAuthenticator(id, { credentialID })))
      }
      assert.equal((await adapter.getAuthenticator(credentialID))?.userId, owner)
    },
  ),
  rule(
    "rejects credential ids that only look alike (threat 227)",
    ["createUser", "createAuthenticator", "getAuthenticator"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [credentialID = "", ...others] = similarTexts(Buffer.from(unique("aAa")).toString("base64"))
      await adapter.createAuthenticator(newAuthenticator(user.id, { credentialID }))
      for (const other of [...others, `${credentialID}=`, credentialID.slice(0, -1)].filter(
        (id) => id !== credentialID,
      )) {
        assert.equal(await nullIfThrown(() => adapter.getAuthenticator(other)), null, JSON.stringify(other))
      }
    },
  ),
  rule(
    "the counter is stored",
    ["createUser", "createAuthenticator", "updateAuthenticatorCounter", "getAuthenticator"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [used, other] = [newAuthenticator(user.id), newAuthenticator(user.id, { counter: 3 })]
      for (const each of [used, other]) await adapter.createAuthenticator(each)
      assert.equal((await adapter.updateAuthenticatorCounter(used.credentialID, 4_294_967_295)).counter, 4_294_967_295)
      assert.equal((await adapter.getAuthenticator(used.credentialID))?.counter, 4_294_967_295)
      assert.equal((await adapter.getAuthenticator(other.credentialID))?.counter, 3)
    },
  ),
  rule("counting on a credential that is not there throws", ["updateAuthenticatorCounter"], async (adapter) => {
    await assert.rejects(async () => adapter.updateAuthenticatorCounter(unique(), 1))
  }),
]
