import * as v from "valibot"
import type { AccountRecord } from "../../adapters/account-record.ts"
import type { User } from "../../../client/contract.ts"
import type { Account } from "../../types.ts"
import { sweepExpired } from "../config/background.ts"
import { expiredCookie } from "../cookies/jar.ts"
import { ATTEMPT_COOKIE, ownCookie } from "../cookies/names.ts"
import type { SetCookie } from "../cookies/options.ts"
import { base64url, randomBytes, sha256 } from "../crypto/bytes.ts"
import { openValue, sealOptionsFor, sealValue } from "../crypto/sealed.ts"
import type { EmailCodeState } from "../mailbox/email-code.ts"
import { accountRecords } from "../proofs/records.ts"
import type { AccountPlan, VerifiedIdentity } from "../users/types.ts"
import { isCurrentEpoch } from "../users/security-state.ts"
import type { Proof } from "../request/proofs.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { Identity } from "../../providers/identity.ts"
import { ensureBrowserBinding, ensureFormCookie, readBrowserBinding } from "../request/sealed-cookie.ts"

/** Seconds in which the user must finish all steps. */
const ATTEMPT_MAX_AGE = 10 * 60

/** Everything that is needed to finish a paused sign-in. Stored encrypted, and never sent to the browser. */
export interface AttemptState {
  user: User & { id: string }
  /** Whether the adapter stores the user. A stored user is read again before the session is opened. */
  isStored: boolean
  account: Account
  isNewUser: boolean
  identity: Pick<Identity, "user" | "account" | "profile" | "emailProven" | "dpopKey">
  /** The decision about the account. It is carried out once the last step is done. */
  plan?: AccountPlan | undefined
  /** The names of the account's fields that an adapter stores. @default all */
  storedFields?: readonly string[] | undefined
  /** The sign-up that creates the user. */
  signUp?: VerifiedIdentity["signUp"]
  /** Id of the user who had the address when a link to it was used. */
  linkedUserId?: string | undefined
  callbackUrl: string
  remember?: boolean | undefined
  appState?: string | undefined
  /** The proofs so far, in order. */
  proofs: readonly Proof[]
  /** When the user gave the first one, in seconds since the epoch. */
  provenAt: number
  /** The user's security epoch when the sign-in began. If it changes, the attempt is over. */
  epoch: string
  /** Whether the sign-in linked an account to the signed-in user. */
  isLink: boolean
  /** The invitation that the user accepts. The `signIn` callback gets it again when the sign-in is finished. */
  invitation?: VerifiedIdentity["invitation"]
  /** Cookies that are set only when the session opens, such as the one of a known browser. */
  signedInCookies: readonly SetCookie[]
  /** The code by email that this attempt waits for. */
  emailCode?: EmailCodeState | undefined
  /** The authenticator app of a user who isn't stored yet. */
  newApp?: NewApp | undefined
  /** The authenticator app that a stored user is setting up, sealed. */
  enrollment?: string | undefined
  /** Whether the password is in a known breach. The user then replaces it. */
  compromised?: boolean | undefined
  /** New recovery codes that the user hasn't saved yet. */
  recoveryCodes?: readonly string[] | undefined
  /** Whether the user trusts this device from now on. */
  trust?: boolean | undefined
}

/** An authenticator app that a user sets up who isn't stored yet. The attempt has it until the user is. */
export interface NewApp {
  /** Base32. */
  secret: string
  /** Set once its first code was correct. */
  confirmed?:
    | {
        name: string
        /** Milliseconds since the epoch. */
        createdAt: number
        /** The time step of the code. */
        lastStep: number
        recoveryCodes: readonly string[]
      }
    | undefined
}

/** Returns whether the user is stored only once the last step is done. */
export const isUnstored = ({ plan }: Pick<AttemptState, "plan">): boolean =>
  plan?.kind === "create" || plan?.kind === "finish"

/** A sign-in that waits for a step. Until the last step is done, the user isn't signed in. */
export interface Attempt {
  /** Names the attempt in forms, so that a form of an older attempt can't finish this one. It grants nothing. */
  readonly formId: string
  readonly state: AttemptState
  readonly record: AccountRecord
  /** Whether the last proof isn't stored yet. It need not be, if nothing is left to do. */
  readonly isUnsaved?: boolean
}

/** The cookie has only a random secret. Everything else is in the record, which is sealed. */
const attemptCookie = ({ site }: RequestContext) => ownCookie(ATTEMPT_COOKIE, site.secure, ATTEMPT_MAX_AGE)

/** 32 random bytes in base64url. Rejects any other cookie before it is hashed and looked up. */
const SECRET = /^[\w-]{43}$/

/** Pauses a sign-in. Ends the browser's earlier attempt, so that nothing proven there counts here. */
export async function createAttempt(
  context: RequestContext,
  state: AttemptState,
): Promise<{ attempt: Attempt; cookies: SetCookie[] }> {
  const { settings } = context
  await endAttempt(context)
  const secret = base64url(randomBytes(32))
  const { secret: browserSecret, cookies } = ensureBrowserBinding(context)
  const expires = new Date(settings.now() + ATTEMPT_MAX_AGE * 1000)
  const id = await recordId(context, { secret, browserSecret })
  const data = await sealState(context, { state, id })
  const userId = isUnstored(state) ? null : state.user.id
  const record = { kind: "attempt", id, userId, data, expires } as const
  await accountRecords(context).createAccountRecord(record)
  sweepExpired(settings)
  const cookie = { ...attemptCookie(context), value: secret }
  const attempt = { formId: formIdFor(id), state, record: { ...record, version: 1 } }
  // The page of an app's step may be unable to set a cookie, so the cookie of its form comes now
  return { attempt, cookies: [...cookies, ...(await ensureFormCookie(context)), cookie] }
}

/** Returns the browser's open attempt. Returns `undefined` if it has none, or another browser or site began it. */
export async function readAttempt(context: RequestContext): Promise<Attempt | undefined> {
  const { settings } = context
  const secret = context.cookies.get(attemptCookie(context).name)
  const browserSecret = readBrowserBinding(context)
  if (secret === undefined || !SECRET.test(secret) || browserSecret === undefined) return undefined
  const id = await recordId(context, { secret, browserSecret })
  const record = await accountRecords(context).getAccountRecord("attempt", id)
  if (!record || (record.expires?.getTime() ?? 0) <= settings.now()) return undefined
  const state = await openState(context, record)
  if (state && !(await isCurrentEpoch(context.settings, state.user.id, state.epoch))) return undefined
  return state && { formId: formIdFor(id), state, record }
}

/** Changes an attempt. Returns `undefined` if a parallel request changed or ended it. */
export async function changeAttempt(
  context: RequestContext,
  attempt: Attempt,
  changes: Partial<AttemptState>,
): Promise<Attempt | undefined> {
  const state = { ...attempt.state, ...changes }
  const { record } = attempt
  const data = await sealState(context, { state, id: record.id })
  const isUpdated = await accountRecords(context).updateAccountRecord({ ...record, data })
  return isUpdated ? { ...attempt, state, record: { ...record, data, version: record.version + 1 } } : undefined
}

/** Stores a new proof, together with other changes. */
export function addProof(
  context: RequestContext,
  attempt: Attempt,
  { proof, ...changes }: Partial<AttemptState> & { proof: Proof },
): Promise<Attempt | undefined> {
  return changeAttempt(context, attempt, { ...changes, proofs: [...attempt.state.proofs, proof] })
}

/** Returns the attempt with a new proof, and stores nothing yet. See {@link saveAttempt}. */
export function withProof(attempt: Attempt, { proof, ...changes }: Partial<AttemptState> & { proof: Proof }): Attempt {
  const state = { ...attempt.state, ...changes, proofs: [...attempt.state.proofs, proof] }
  return { ...attempt, state, isUnsaved: true }
}

/** Stores a proof that isn't stored yet. Returns `undefined` if a parallel request changed or ended the attempt. */
export async function saveAttempt(context: RequestContext, attempt: Attempt): Promise<Attempt | undefined> {
  return attempt.isUnsaved ? changeAttempt(context, { ...attempt, isUnsaved: false }, {}) : attempt
}

/** Ends an attempt. Of several parallel calls, one returns `true`: it may open the session. */
export async function takeAttempt(context: RequestContext, { record }: Attempt): Promise<boolean> {
  return (await accountRecords(context).takeAccountRecord("attempt", record.id)) !== null
}

/** Ends the browser's attempt, if it has one. */
async function endAttempt(context: RequestContext): Promise<void> {
  const attempt = await readAttempt(context)
  if (attempt) await takeAttempt(context, attempt)
}

/** Returns the cookie that clears the attempt, if the browser has one. */
export function clearAttempt(context: RequestContext): SetCookie[] {
  const cookie = attemptCookie(context)
  return context.cookies.has(cookie.name) ? [expiredCookie(cookie)] : []
}

/** The two secrets that a browser resumes its attempt with. Each is in a cookie of its own. */
interface AttemptSecrets {
  /** The attempt's own. */
  secret: string
  /** The secret that all sign-ins of the browser are bound to. */
  browserSecret: string
}

// The database holds only a hash, so a copy of the table resumes no sign-in. Another browser or site finds no record
const recordId = ({ site }: RequestContext, { secret, browserSecret }: AttemptSecrets) =>
  sha256(JSON.stringify([site.url, secret, browserSecret]))

const formIdFor = (id: string) => id.slice(0, 16)

const stateSchema = v.object({
  id: v.string(),
  state: v.custom<AttemptState>((state) => typeof state === "object" && state !== null && "proofs" in state),
})

async function sealState(context: RequestContext, value: { state: AttemptState; id: string }): Promise<string> {
  const bounded = JSON.parse(JSON.stringify(value, withoutPictures)) as typeof value // only pictures are missing
  return sealValue(bounded, { ...sealOptionsFor(context, "attempt record"), maxAge: ATTEMPT_MAX_AGE })
}

const MAX_PICTURE = 2048

// A record can't hold a picture that is in a data URL. A stored user is read again, with the picture
function withoutPictures(_name: string, value: unknown): unknown {
  const isPicture = typeof value === "string" && value.length > MAX_PICTURE && value.startsWith("data:")
  return isPicture ? null : value
}

// The id is sealed too, so that a row that was copied to another id opens nothing
async function openState(context: RequestContext, { id, data }: AccountRecord): Promise<AttemptState | undefined> {
  const { success, output } = v.safeParse(stateSchema, await openValue(data, sealOptionsFor(context, "attempt record")))
  return success && output.id === id ? withDates(output.state) : undefined
}

// JSON has no dates
function withDates(state: AttemptState): AttemptState {
  const { user, signUp } = state
  const verified: unknown = Reflect.get(user, "emailVerified")
  const dated = typeof verified === "string" ? { ...user, emailVerified: new Date(verified) } : user
  if (signUp?.kind !== "passkey") return { ...state, user: dated }
  const { createdAt } = signUp.newPasskey
  const newPasskey = { ...signUp.newPasskey, createdAt: createdAt ? new Date(createdAt) : null }
  return { ...state, user: dated, signUp: { ...signUp, newPasskey } }
}
