import * as v from "valibot"
import type { AdapterAuthenticator } from "../../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import { sha256 } from "../crypto/bytes.ts"
import { asError, AuthError } from "../../errors.ts"
import { parseJson } from "../proofs/change-record.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { relyingPartyFor } from "./relying-party.ts"

/**
 * The products that store passkeys, by AAGUID, with the names that users know.
 *
 * @see [Passkey provider AAGUIDs](https://github.com/passkeydeveloper/passkey-authenticator-aaguids)
 */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  "1Password": ["bada5566-a7aa-401f-bd96-45619a55120d"],
  Bitwarden: ["d548826e-79b4-db40-a3d8-11116f7e8349"],
  "Chrome on Mac": ["adce0002-35bc-c60a-648b-0b25f1f05503"],
  Chromium: ["b5397666-4885-aa6b-cebf-e52262a439a2"],
  Dashlane: ["531126d6-e717-415c-9320-3d9aa6981239"],
  Devolutions: ["de503f9c-21a4-4f76-b4b7-558eb55c6f89"],
  "Edge on Mac": ["771b48fd-d3d4-4f74-9232-fc157ab0507a"],
  Enpass: ["f3809540-7f14-49c1-a8b3-8f813b225541"],
  "Google Password Manager": ["ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"],
  "iCloud Keychain": ["dd4ec289-e01d-41c9-bb89-70fa845d4bf2", "fbfc3007-154e-4ecc-8c0b-6e020557d7bd"],
  IDmelon: ["39a5647e-1853-446c-a1f6-a79bae9f5bc7"],
  "Kaspersky Password Manager": ["a10c6dd9-465e-4226-8198-c7c44b91c555"],
  KeePassDX: ["eaecdef2-1c31-5634-8639-f1cbd9c00a08"],
  KeePassXC: ["fdb141b2-5d84-443e-8a35-4698c205a502"],
  Keeper: ["0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6"],
  LastPass: ["b78a0a55-6ef8-d246-a042-ba0f6d55050c"],
  LogMeOnce: ["22248c4c-7a12-46e2-9a41-44291b373a4d"],
  "Microsoft Authenticator": ["90a3ccdf-635c-4729-a248-9b709135078f", "de1e552d-db1d-4423-a619-566b625cdc84"],
  "Microsoft Password Manager": ["d3452668-01fd-4c12-926c-83a4204853aa"],
  NordPass: ["b84e4048-15dc-4dd0-8640-f4f60813c8af"],
  "Proton Pass": ["50726f74-6f6e-5061-7373-50726f746f6e"],
  pwSafe: ["d350af52-0351-4ba2-acd3-dfeeadc3f764"],
  "Samsung Pass": ["53414d53-554e-4700-0000-000000000000"],
  Sésame: ["891494da-2c90-4d31-a9cd-4eab0aed1309"],
  "Windows Hello": [
    "08987058-cadc-4b81-b6e1-30de50dcbe96",
    "6028b017-b1d4-4c02-b4b3-afcdafc96bb2",
    "9ddd1817-af5a-4672-a2b9-3e3dd95000a9",
  ],
  YubiKey: [
    "19083c3d-8383-4b18-bc03-8f1c9ab2fd1b",
    "1ac71f64-468d-4fe0-bef1-0e5f2f551f18",
    "24673149-6c86-42e7-98d9-433fb5b73296",
    "2fc0579f-8113-47ea-b116-bb5a8db9202a",
    "662ef48a-95e2-4aaa-a6c1-5b9c40375824",
    "a02167b9-ae71-4ac7-9a07-06432ebb6f1c",
    "a25342c0-3cdc-4414-8e46-f4807fca511c",
    "c5ef55ff-ad9a-4b9f-b580-adebafe026d0",
    "cb69481e-8ff7-4039-93ec-0a2729a154a8",
    "d7781e5d-e353-46aa-afe2-3ca49f13332a",
    "ee882879-721c-4913-9775-3dfcce97072a",
    "fa2b99dc-9e39-4257-8f92-4a30d23c4118",
    "ff4dac45-ede8-4ec2-aced-cf66103f4335",
  ],
  "Zoho Vault": ["b35a26b2-8f6e-4697-ab1d-d44db4da28c6"],
}

const BY_AAGUID: ReadonlyMap<string, string> = new Map(
  Object.entries(PRODUCTS).flatMap(([name, ids]) => ids.map((id) => [id, name] as const)),
)

/** The authenticator's own description, from the response that creates a passkey. */
interface AuthenticatorFacts {
  aaguid: string
  transports: readonly string[]
}

/** Returns the default name of a new passkey. If the name is taken, it gets a number. */
export function passkeyName({ aaguid, transports }: AuthenticatorFacts, taken: readonly string[]): string {
  const isKey = transports.length > 0 && transports.every((transport) => ["ble", "nfc", "usb"].includes(transport))
  const name = BY_AAGUID.get(aaguid) ?? (isKey ? "Security key" : "Passkey")
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name} ${count}`
    if (!taken.includes(numbered)) return numbered
  }
}

const authenticatorData = v.object({
  aaguid: v.pipe(v.string(), v.maxLength(36)),
  /** The domain that the passkey is for. Older records have none. */
  domain: v.optional(v.string()),
})

const recordId = async (credentialID: string): Promise<string> =>
  sha256(JSON.stringify(["authenticator", credentialID]))

/** Stores which product created a passkey, and for which domain. Without account records, it does nothing. */
export async function storeAuthenticator(
  context: Pick<RequestContext, "settings" | "site">,
  provider: string,
  { credentialID, userId, aaguid }: Pick<AdapterAuthenticator, "credentialID" | "userId"> & { aaguid: string },
): Promise<void> {
  const { adapter, logger, providers } = context.settings
  const passkeys = providers.get(provider)
  if (!adapter?.createAccountRecord || passkeys?.type !== "webauthn") return
  try {
    const domain = relyingPartyFor(context, passkeys).id
    const data = JSON.stringify({ aaguid, domain } satisfies v.InferOutput<typeof authenticatorData>)
    const id = await recordId(credentialID)
    await adapter.createAccountRecord({ kind: "authenticator", id, userId, data, expires: null })
  } catch (thrown) {
    const err = asError(thrown)
    // The passkey is stored already, and works without this
    logger.error(
      new AuthError("AdapterError", `The product and the domain of a passkey were not stored: ${err.message}`, { err }),
    )
  }
}

/** Deletes the record of {@link storeAuthenticator}. */
export async function forgetAuthenticator({ adapter }: Settings, credentialID: string): Promise<void> {
  await adapter?.takeAccountRecord?.("authenticator", await recordId(credentialID))
}

/** Returns the names of the products that store these passkeys, by credential id. */
export async function authenticatorNames(
  settings: Settings,
  passkeys: readonly AdapterAuthenticator[],
): Promise<ReadonlyMap<string, string>> {
  return storedFacts(settings, passkeys, ({ aaguid }) => BY_AAGUID.get(aaguid))
}

/** Returns the domains that these passkeys are for, by credential id, as far as they are stored. */
export async function passkeyDomains(
  settings: Settings,
  passkeys: readonly AdapterAuthenticator[],
): Promise<ReadonlyMap<string, string>> {
  return storedFacts(settings, passkeys, ({ domain }) => domain)
}

async function storedFacts(
  { adapter }: Settings,
  passkeys: readonly AdapterAuthenticator[],
  read: (data: v.InferOutput<typeof authenticatorData>) => string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const [first] = passkeys
  if (!first || !adapter?.listAccountRecords) return new Map()
  const records = await adapter.listAccountRecords("authenticator", first.userId)
  const named = passkeys.map(async ({ credentialID, userId }) => {
    const id = await recordId(credentialID)
    const record = records.find((one) => one.id === id && one.userId === userId)
    const data = record && parseJson(authenticatorData, record.data)
    const fact = data && read(data)
    return fact === undefined ? [] : [[credentialID, fact] as const]
  })
  return new Map((await Promise.all(named)).flat())
}
