import * as v from "valibot"
import type { AccountRecord } from "../../adapters/account-record.ts"
import type { DeviceDetails } from "../../../client/account-contract.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { requireAdapter, requireOperation } from "../../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { sweepExpired } from "../config/background.ts"
import { TRUSTED_DEVICE_COOKIE } from "../cookies/names.ts"
import type { SetCookie } from "../cookies/options.ts"
import { base64url, randomBytes, sha256 } from "../crypto/bytes.ts"
import { AuthError } from "../../errors.ts"
import { parseJson } from "../proofs/change-record.ts"
import { FIRST_EPOCH, securityEpoch } from "../users/security-state.ts"
import { isConfirmed } from "../proofs/records.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { browserFamily, deviceDetails, deviceFrom, parseUserAgent } from "../request/device.ts"
import { emit } from "../request/emit.ts"
import { sealedCookie } from "../request/sealed-cookie.ts"

/** Seconds that a device is trusted by default: 30 days. Using the device never extends it. */
const TRUSTED_DEVICE_MAX_AGE = 30 * 24 * 60 * 60

/** The most users that one browser is trusted for. */
const MAX_USERS = 4

/** The parts of a user that a trusted device is bound to. `id` is a number in some adapters of Auth.js. */
export type DeviceOwner = Pick<AdapterUser, "id"> & Partial<Pick<AdapterUser, "email" | "sessionEpoch">>

/** A trusted device as its owner sees it. */
export interface TrustedDevice {
  /** Names the device in a form. It grants nothing. */
  readonly id: string
  /** Whether it is the browser of this request. */
  readonly current: boolean
  readonly createdAt: Date
  readonly expires: Date
  readonly userAgent: string | null
  /** The browser's own description. */
  readonly device: DeviceDetails
}

interface TrustOptions {
  /** Seconds since the device was trusted. @default 30 days */
  maxAge?: number | undefined
  /** Whether the second factor was, or must have been, a passkey or a security key. @default false */
  phishingResistant?: boolean | undefined
}

const deviceCookie = sealedCookie({
  name: TRUSTED_DEVICE_COOKIE,
  maxAge: TRUSTED_DEVICE_MAX_AGE,
  schema: v.object({
    devices: v.pipe(v.array(v.object({ userId: v.string(), secret: v.string() })), v.maxLength(MAX_USERS)),
  }),
})

const deviceData = v.object({
  site: v.string(),
  /** Milliseconds since the epoch. */
  createdAt: v.number(),
  userAgent: v.nullable(v.string()),
  device: v.optional(deviceDetails),
  credentials: v.string(),
  /** Whether the user passed a passkey or a security key then. */
  phishingResistant: v.optional(v.boolean()),
})

/**
 * Trusts this browser, and returns its cookie. Call it only in the request in which the user passed a second factor.
 * A browser that is trusted for this user already is trusted anew, and its older record is deleted.
 */
export async function createTrustedDevice(
  context: RequestContext,
  user: DeviceOwner,
  { maxAge = TRUSTED_DEVICE_MAX_AGE, phishingResistant = false }: TrustOptions = {},
): Promise<SetCookie[]> {
  const { settings, site } = context
  const adapter = deviceStore(context)
  const userId = user.id
  const entries = await readEntries(context)
  for (const old of entries.filter((entry) => entry.userId === userId))
    await revokeTrustedDevice(context, user, await recordId(context, old.secret))
  const secret = base64url(randomBytes(32))
  const createdAt = settings.now()
  const data: v.InferOutput<typeof deviceData> = {
    site: site.url,
    createdAt,
    userAgent: readUserAgent(context),
    device: deviceFrom(context.headers),
    credentials: await credentialsHash(settings, user),
    ...(phishingResistant && { phishingResistant }),
  }
  const isCreated = await requireOperation(
    adapter,
    "createAccountRecord",
  )({
    kind: "trusted-device",
    id: await recordId(context, secret),
    userId,
    data: JSON.stringify(data),
    expires: new Date(createdAt + maxAge * 1000),
  })
  if (!isCreated) throw new AuthError("AdapterError", "The trusted device could not be stored: its id is taken")
  sweepExpired(settings)
  await emit(context, { type: "trustedDeviceAdded", userId })
  const devices = [{ userId, secret }, ...entries.filter((entry) => entry.userId !== userId)].slice(0, MAX_USERS)
  return [await deviceCookie.write(context, { devices }, { maxAge })]
}

/**
 * Returns whether the user trusted this browser on this site less than `maxAge` ago. It replaces the second factor of a
 * sign-in, but never the first one, and it proves nothing for a step-up.
 *
 * The stored record decides, whatever the cookie says. A device isn't trusted anymore if the user's address, factors or
 * passkeys changed, or if the user signed out everywhere.
 *
 * @throws if the adapter fails. The second factor is needed then
 */
export async function isTrustedDevice(
  context: RequestContext,
  user: DeviceOwner,
  { maxAge = TRUSTED_DEVICE_MAX_AGE, phishingResistant = false }: TrustOptions = {},
): Promise<boolean> {
  const { settings } = context
  const { adapter, now } = settings
  if (!adapter?.getAccountRecord) return false
  const entry = (await readEntries(context)).find(({ userId }) => userId === user.id)
  if (!entry) return false
  const record = await adapter.getAccountRecord("trusted-device", await recordId(context, entry.secret))
  const device = record && readDevice(record)
  if (!device || record.userId !== user.id) return false
  const { site, createdAt, expires, userAgent, credentials } = device
  const age = now() - createdAt
  if (site !== context.site.url || now() >= expires || age < 0 || age >= maxAge * 1000) return false
  // A phishing site may have got the code with which the device became trusted
  if (phishingResistant && !device.phishingResistant) return false
  if (user.sessionEpoch && createdAt <= user.sessionEpoch.getTime()) return false
  if (browserFamily(userAgent) !== browserFamily(readUserAgent(context))) return false
  return credentials === (await credentialsHash(settings, user))
}

/** Returns the user's trusted devices on this site: the current one first, then the newest. */
export async function listTrustedDevices(context: RequestContext, user: DeviceOwner): Promise<TrustedDevice[]> {
  const { settings, site } = context
  const records = await requireOperation(deviceStore(context), "listAccountRecords")("trusted-device", user.id)
  const current = await currentRecords(context, user)
  return records
    .flatMap((record) => {
      const device = readDevice(record)
      if (!device || device.site !== site.url || device.expires <= settings.now()) return []
      const { createdAt, expires, userAgent, device: details = parseUserAgent(userAgent) } = device
      const dates = { createdAt: new Date(createdAt), expires: new Date(expires) }
      return [{ id: record.id, current: current.includes(record.id), userAgent, device: details, ...dates }]
    })
    .toSorted(
      (one, other) =>
        Number(other.current) - Number(one.current) || other.createdAt.getTime() - one.createdAt.getTime(),
    )
}

/** Ends the trust in one device. Returns whether the user had a device with this id. */
export async function revokeTrustedDevice(context: RequestContext, user: DeviceOwner, id: string): Promise<boolean> {
  const adapter = deviceStore(context)
  const record = await requireOperation(adapter, "getAccountRecord")("trusted-device", id)
  // Taking another user's record would delete it
  if (record?.userId !== user.id) return false
  return (await requireOperation(adapter, "takeAccountRecord")("trusted-device", id)) !== null
}

/**
 * Ends the trust in all of the user's devices, on every site. Returns how many there were. Call it when the password, a
 * factor or the address changes, or the user signs out everywhere. Call it too when an administrator disables them.
 */
export async function revokeTrustedDevices(
  { settings }: Pick<RequestContext, "settings">,
  userId: string,
): Promise<number> {
  return (await settings.adapter?.deleteAccountRecords?.(userId, "trusted-device")) ?? 0
}

/** Ends the trust in all of the user's devices but the one of this request. */
export async function revokeOtherDevices(context: RequestContext, userId: string): Promise<void> {
  const { adapter } = context.settings
  if (!adapter?.createAccountRecord) return
  const user = { id: userId }
  const current = await currentRecords(context, user)
  const records = await requireOperation(adapter, "listAccountRecords")("trusted-device", userId)
  for (const { id } of records) if (!current.includes(id)) await revokeTrustedDevice(context, user, id)
}

// The cookie's devices of this user on this site
async function currentRecords(context: RequestContext, { id }: DeviceOwner): Promise<string[]> {
  const secrets = (await readEntries(context)).filter(({ userId }) => userId === id)
  return Promise.all(secrets.map(({ secret }) => recordId(context, secret)))
}

const deviceStore = ({ settings }: RequestContext) => requireAdapter(settings.adapter, "`secondFactor.trustDevice`")

async function readEntries(context: RequestContext) {
  return (await deviceCookie.read(context))?.devices ?? []
}

// The database stores only a hash, so a copy of the table makes no device trusted
function recordId({ site }: RequestContext, secret: string) {
  return sha256(JSON.stringify(["trusted device", site.url, secret]))
}

interface StoredDevice extends v.InferOutput<typeof deviceData> {
  /** Milliseconds since the epoch. */
  readonly expires: number
}

function readDevice({ data, expires }: AccountRecord): StoredDevice | undefined {
  const device = parseJson(deviceData, data)
  return device && expires ? { ...device, expires: expires.getTime() } : undefined
}

// Changes with the address, the factors, the passkeys and the security epoch, so that a forgotten revocation leaves no
// device trusted
async function credentialsHash(settings: Settings, { id, email }: DeviceOwner): Promise<string> {
  const { adapter } = settings
  const records = (await adapter?.listAccountRecords?.("factor", id)) ?? []
  const factors = records.filter((record) => isConfirmed(record, id))
  const passkeys = (await adapter?.listAuthenticatorsByUserId?.(id)) ?? []
  const ids = [factors.map((factor) => factor.id), passkeys.map(({ credentialID }) => credentialID)]
  const epoch = await securityEpoch(settings, id)
  const current = epoch === FIRST_EPOCH ? [] : [epoch]
  return sha256(JSON.stringify(["credentials", id, email ?? "", ...ids.map((list) => list.toSorted()), ...current]))
}

function readUserAgent({ headers }: RequestContext): string | null {
  return headers.get("user-agent")?.slice(0, 512) ?? null
}
