import type { ConfirmMethod } from "../../../components/step-up/confirm.view.ts"
import { accountRecords, factorContext } from "../../core/proofs/records.ts"
import { listPasskeys } from "../../core/methods/passkeys.ts"
import { enrolledFactors } from "../../core/proofs/step-up.ts"
import { canEnroll } from "../../core/users/reclaim.ts"
import { hmac } from "../../core/crypto/bytes.ts"
import { loadPassword } from "../../core/users/security-state.ts"
import type { Proof } from "../../core/request/proofs.ts"
import { usefulMethods, type RequiredProofs, type SessionProof } from "../../core/request/session-proofs.ts"
import {
  countApps,
  lastFactorUse,
  loadUserFactors,
  storedFactorFacts,
  type FactorUse,
} from "../../core/proofs/user-factors.ts"
import { pageUrl, withSearchParams, twoStepUrl } from "../../core/request/redirect-url.ts"
import type { CredentialsConfig, OIDCConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { readSessionProofs } from "../../core/proofs/sealed-proofs.ts"
import type { LiveSession } from "../../core/request/strategy.ts"
import { confirmProvider } from "./provider.ts"

/** A confirmation: who confirms, what is required, and the methods that help. */
export interface ConfirmState {
  readonly session: LiveSession
  readonly user: ConfirmUser
  readonly required: RequiredProofs
  /** Names the session in forms, so that a form of another session confirms nothing. It isn't secret. */
  readonly attempt: string
  readonly proofs: readonly SessionProof[]
  /** The methods that this user has and that bring them closer, in the order to offer them. */
  readonly methods: readonly ConfirmMethod[]
  /** The provider that checks the password, and the user's own identifiers in its form. */
  readonly password: PasswordCheck | undefined
  readonly provider: OIDCConfig | undefined
  /** The user's verified address, if it can get a code. */
  readonly address: string | undefined
  /** The last second step that the user passed. */
  readonly lastUse: FactorUse | null
  /** How many authenticator apps a code is checked against. */
  readonly apps: number
}

interface PasswordCheck {
  readonly provider: CredentialsConfig
  readonly identifiers: Readonly<Record<string, string>>
}

/** Loads a confirmation of the signed-in user. Returns `undefined` without a session that names its user. */
export async function loadConfirm(context: ActionContext, required: RequiredProofs): Promise<ConfirmState | undefined> {
  const session = await context.lookupSession()
  if (session.kind === "none" || session.userId === undefined) return undefined
  const user = await loadUser(context, session, session.userId)
  const attempt = (await hmac(context.settings.secrets[0] ?? "", "confirm form", session.key)).slice(0, 16)
  const facts = await loadFacts(context, user)
  const proofs = await readSessionProofs(context, session)
  const hadPassword = proofs.some(({ amr }) => amr.includes("pwd"))
  const now = context.settings.now() / 1000
  const heldMethodNames = heldMethods(facts, hadPassword)
  return {
    session,
    user,
    required,
    attempt,
    proofs,
    ...facts,
    methods: usefulMethods(heldMethodNames, proofs, { required, now }),
  }
}

/**
 * Returns where a user goes if their methods can't meet what is required. A user without a second factor sets one up if
 * that helps. All others sign in again.
 */
export async function urlWithoutMethod(
  context: ActionContext,
  { session, user, required: { factors, phishingResistant } }: ConfirmState,
  callbackUrl: string,
): Promise<string> {
  const { settings, site } = context
  const stored = factors === 2 && !phishingResistant ? await settings.adapter?.getUser?.(user.id) : undefined
  const mayEnroll = settings.secondFactor && stored && (await canEnroll(settings, stored))
  return mayEnroll && settings.adapter?.createAccountRecord && (await enrolledFactors(context, session)) === 1
    ? withSearchParams(twoStepUrl(context, "totp"), site.origin, { callbackUrl })
    : pageUrl(context, "signIn", { callbackUrl })
}

async function loadUser(
  { settings }: ActionContext,
  { stored, token }: LiveSession,
  userId: string,
): Promise<ConfirmUser> {
  const storedUser = stored?.user ?? (await settings.adapter?.getUser?.(userId))
  return storedUser ?? { id: userId, name: token?.name, email: token?.email }
}

type Facts = Pick<ConfirmState, "password" | "provider" | "address" | "lastUse" | "apps"> &
  Record<"passkey" | "totp" | "recovery", boolean>

async function loadFacts(context: ActionContext, user: ConfirmUser): Promise<Facts> {
  const { settings } = context
  const { adapter } = settings
  const passkeys = settings.webauthn && adapter ? await listPasskeys(adapter, user.id) : []
  const hasRecords = adapter?.createAccountRecord !== undefined
  const stored =
    settings.secondFactor && hasRecords
      ? await loadUserFactors(factorContext(context), { adapter: {}, userId: user.id })
      : undefined
  const factors = stored && storedFactorFacts(stored)
  const verified: unknown = Reflect.get(user, "emailVerified")
  return {
    passkey: passkeys.length > 0,
    totp: factors?.totp === true,
    recovery: factors !== undefined && factors.enrolled && factors.recoveryCodes > 0,
    lastUse: stored ? lastFactorUse(stored) : null,
    apps: stored ? countApps(stored) : 0,
    address: hasRecords && verified && context.settings.codeSender ? (user.email ?? undefined) : undefined,
    password: await findPasswordCheck(context, user),
    provider: await confirmProvider(context, user.id),
  }
}

async function findPasswordCheck(context: ActionContext, user: ConfirmUser): Promise<PasswordCheck | undefined> {
  const { settings } = context
  const passwords = settings.passwords
  for (const provider of settings.providers.values()) {
    const identifiers = provider.type === "credentials" ? ownIdentifiers(provider, user) : undefined
    if (provider.type !== "credentials" || !identifiers) continue
    if (!provider.storedPasswords || passwords?.provider !== provider) return { provider, identifiers }
    if ((await loadPassword(accountRecords(context), user.id))?.hash) return { provider, identifiers }
  }
  return undefined
}

/** Returns the methods that the user has, with what each proves, the strongest first. */
function heldMethods(facts: Facts, hadPassword: boolean): [ConfirmMethod, Proof][] {
  const password: [ConfirmMethod, Proof][] = facts.password ? [["password", { kind: "password" }]] : []
  const key = { kind: "webauthn", credentialId: "", userVerified: true, deviceBound: false } as const
  const all: [ConfirmMethod, Proof, unknown][] = [
    ["passkey", key, facts.passkey],
    ["totp", { kind: "totp" }, facts.totp],
    ["provider", { kind: "provider" }, facts.provider],
    ["email", { kind: "email" }, facts.address],
    ["recovery", { kind: "recovery-code" }, facts.recovery],
  ]
  const others = all.filter(([, , held]) => held).map(([method, proof]): [ConfirmMethod, Proof] => [method, proof])
  // A user of your app may have no password, so it comes early only if it is stored or opened the session. Then no code
  // is emailed as soon as the dialog opens
  const isKnown = hadPassword || facts.password?.provider.storedPasswords !== undefined
  const at = others.findIndex(([method]) => (isKnown ? method !== "passkey" : method === "recovery"))
  return others.toSpliced(at === -1 ? others.length : at, 0, ...password)
}

/** The user who confirms, as far as the session or the adapter knows them. */
export interface ConfirmUser {
  readonly id: string
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
}

const PASSWORD_FIELD = "password"
const EMAIL_FIELD = /e-?mail/i

/**
 * Returns the user's own values for the fields of a credentials form that name a user. Returns `undefined` if the form
 * declares no password, or the user has none of its identifiers. A field other than an email is a property of the user.
 */
function ownIdentifiers(
  { credentials = {} }: CredentialsConfig,
  user: ConfirmUser,
): Record<string, string> | undefined {
  if (!Object.hasOwn(credentials, PASSWORD_FIELD)) return undefined
  const own = Object.entries(credentials).flatMap(([name, { type, autocomplete }]): [string, string][] => {
    if (type === "password" || name === PASSWORD_FIELD) return []
    const value: unknown = EMAIL_FIELD.test(`${name} ${type} ${autocomplete}`)
      ? user.email
      : Object.hasOwn(user, name) && Reflect.get(user, name)
    return typeof value === "string" && value !== "" ? [[name, value]] : []
  })
  return own.length > 0 ? Object.fromEntries(own) : undefined
}
