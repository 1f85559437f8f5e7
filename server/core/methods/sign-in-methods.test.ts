import { expect, test } from "vitest"
import type { AdapterAccount, AdapterAuthenticator } from "../../adapters/contract.ts"
import type { ProviderType } from "../../../client/contract.ts"
import { type UserCredentials, accountMethod, isRemovable, passkeyMethod, signInMethods } from "./sign-in-methods.ts"

const github: AdapterAccount = { provider: "github", providerAccountId: "1", type: "oauth", userId: "ada" }
const other: AdapterAccount = { ...github, providerAccountId: "2" }
const google: AdapterAccount = { provider: "google", providerAccountId: "1", type: "oidc", userId: "ada" }
const passkey: AdapterAuthenticator = {
  credentialID: "AA==",
  credentialPublicKey: "",
  counter: 0,
  credentialDeviceType: "singleDevice",
  credentialBackedUp: false,
  providerAccountId: "AA==",
  userId: "ada",
}
const unproven = { id: "ada", email: "ada@app.test", emailVerified: null }
const proven = { ...unproven, emailVerified: new Date(1) }

const ALL = { github: "oauth", google: "oidc", email: "email", passkey: "webauthn", password: "credentials" } as const

type Providers = Record<string, ProviderType>
const providersWithout = (...ids: (keyof typeof ALL)[]): Providers =>
  Object.fromEntries(Object.entries(ALL).filter(([id]) => !ids.some((each) => each === id)))

test.each<[string, Partial<UserCredentials>, Providers, boolean]>([
  ["the only account isn't removable", {}, ALL, false],
  ["one of two accounts is removable", { accounts: [github, google] }, ALL, true],
  ["one of two accounts at one provider is removable", { accounts: [github, other] }, ALL, true],
  ["an account is removable if there is a passkey", { passkeys: [passkey] }, ALL, true],
  ["a passkey doesn't count if passkeys are off", { passkeys: [passkey] }, providersWithout("passkey"), false],
  ["an account is removable if the address is verified", { user: proven }, ALL, true],
  ["an unverified address doesn't count", { user: unproven }, ALL, false],
  ["a verified address doesn't count without an email provider", { user: proven }, providersWithout("email"), false],
  ["an empty address doesn't count", { user: { ...proven, email: "" } }, ALL, false],
  ["an account of a removed provider doesn't count", { accounts: [github, google] }, providersWithout("google"), false],
  [
    "an account whose provider id now names an email provider doesn't count",
    { accounts: [github, google] },
    { ...ALL, google: "email" },
    false,
  ],
  [
    "a password doesn't count, because only the app knows which users have one",
    {},
    { github: "oauth", password: "credentials" },
    false,
  ],
])("%s", (_, held, types, removable) => {
  const providers = new Map(Object.entries(types).map(([id, type]) => [id, { type }]))
  const ways = signInMethods({ user: unproven, accounts: [github], passkeys: [], ...held }, providers)
  expect(isRemovable(ways, accountMethod(github))).toBe(removable)
})

test("a passkey counts like an account", () => {
  const providers = new Map(Object.entries(ALL).map(([id, type]) => [id, { type }]))
  const only = signInMethods({ user: unproven, accounts: null, passkeys: [passkey] }, providers)
  expect(isRemovable(only, passkeyMethod(passkey))).toBe(false)
  const both = signInMethods({ user: unproven, accounts: [github], passkeys: [passkey] }, providers)
  expect(isRemovable(both, passkeyMethod(passkey))).toBe(true)
})
