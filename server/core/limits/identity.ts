import type { CredentialField } from "../../../client/contract.ts"
import type { Settings } from "../config/settings.ts"
import { asError, AuthError } from "../../errors.ts"
import { appFields, MAX_APP_FIELDS, type Body } from "../request/body.ts"
import { withTimeout } from "../crypto/with-timeout.ts"
import { securityEpoch } from "../users/security-state.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import { userByEmail } from "../users/users.ts"
import type { CredentialsConfig } from "../../providers/types.ts"
import type { ActionContext } from "../request/action-context.ts"
import { hex, isEqualConstantTime, hmac, randomBytes } from "../crypto/bytes.ts"
import { ownCookie, prefixedCookieName } from "../cookies/names.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"

/** The user that a sign-in is for, according to the browser. */
export interface SignInIdentity {
  /** As entered, each prefixed with the provider's id. */
  identifiers: readonly string[]
  /** Returns a text that changes with the user's password, or `null` if the app knows no such user. */
  version(): Promise<string | null>
}

/** Fields that name a user, by their name or by what a browser autofills. All users of a company share its name. */
const IDENTIFIER_FIELD = /user|e-?mail|login|phone|^tel|handle|identifier/i

/** Undeclared fields that don't name a user: secrets, and the fields of Latchkit's own forms. */
const NON_IDENTIFIER_FIELD =
  /pass(?!port|enger)|pwd|secret|token|^pin$|^code$|^otp|^callbackUrl$|^redirect|^json$|^remember$|^carry$/i

/** Undeclared fields whose values many users share. Counting them would lock out all of those users together. */
const SHARED =
  /^(?:action|agree|app|city|client|company|consent|country|device|domain|flow|form|intent|kind|lang|language|locale|mode|org|organi[sz]ation|plan|platform|provider|realm|region|role|site|source|step|team|tenant|terms|theme|time_?zone|type|version|workspace)(?:_?(?:id|name|type|slug|code))?$/i

/** Values of checkboxes, which don't name a user. */
const CHECKED = /^(?:on|off|true|false|yes|no|)$/i

/**
 * Returns the user that a credentials form is for: every declared field that names a user, or else the first that isn't
 * a password. An app may look its user up by any of them. Under the presets, undeclared fields that name a user count
 * too. Without a declared field, each undeclared one counts. The browser chooses which fields it sends, in which order.
 */
export function credentialsIdentity(
  { body, settings }: Pick<ActionContext, "body" | "settings">,
  provider: CredentialsConfig,
): SignInIdentity {
  const { credentials = {} } = provider // an app without types may leave it out
  const declared = Object.entries(credentials)
  const own = declared.filter(([name, { type }]) => type !== "password" && body.fields[name])
  const isClosed = declared.length > 0 && !settings.rules.allCredentials
  const further = isClosed ? [] : undeclaredFields(body).filter(([name]) => !(name in credentials))
  const named = own.length > 0 ? [...declaredNames(own), ...further.filter(namesUser)] : undeclaredNames(further, body)
  // `Password()` finds its user by the normalized address, and an international domain has two spellings
  const toIdentifier = (name: string) =>
    (provider.storedPasswords && normalizeEmail(body.fields[name])) || body.fields[name]
  return {
    identifiers: [...new Set(named.map(([name]) => `${provider.id}|${toIdentifier(name)}`))], // one text counts once
    version: async () => {
      if (provider.storedPasswords) return storedPasswordVersion(settings, normalizeEmail(body.fields["email"]) ?? "")
      if (!provider.passwordVersion) return ""
      const fields = [...own, ...further].map(([name]) => [name, body.fields[name] ?? ""] as const)
      try {
        const version: unknown = await withTimeout(
          "passwordVersion",
          provider.passwordVersion(Object.fromEntries(fields)),
        )
        return typeof version === "string" && version !== "" ? version : null
      } catch (thrown) {
        const err = asError(thrown)
        settings.logger.error(
          new AuthError("CallbackRouteError", `\`passwordVersion\` failed: ${err.message}`, { err }),
        )
        return null
      }
    },
  }
}

type Field = [name: string, field: CredentialField]
const namesUser = ([name, { type, autocomplete }]: Field) => IDENTIFIER_FIELD.test(`${name} ${type} ${autocomplete}`)

function declaredNames(given: Field[]): Field[] {
  const naming = given.filter(namesUser)
  return naming.length > 0 ? naming : given.slice(0, 1)
}

// A junk field must not hide the field by which the app finds the user, so each field counts on its own
function undeclaredNames(given: Field[], { fields }: Body): Field[] {
  const own = given.filter(
    (field) => namesUser(field) || !(SHARED.test(field[0]) || CHECKED.test(fields[field[0]] ?? "")),
  )
  return own.length > 0 ? own : given
}

// Without declared fields, as in many Auth.js apps, any field may name the user. Forms with more fields are rejected
// later
function undeclaredFields(body: Body): Field[] {
  const identifierFields = appFields(body).filter(([name]) => !NON_IDENTIFIER_FIELD.test(name))
  return identifierFields.slice(0, MAX_APP_FIELDS).map(([name]) => [name, {}])
}

/** Returns the user of an address, as a sign-in by email or with a stored password names them. */
export function emailIdentity(
  settings: Settings,
  provider: { readonly id: string },
  identifier: string,
): SignInIdentity {
  return {
    identifiers: [`${provider.id}|${identifier}`],
    version: async () => (await storedPasswordVersion(settings, identifier)) ?? "",
  }
}

/** Returns a text that changes with each new password of the user, or `null` if no user has the address. */
async function storedPasswordVersion(settings: Settings, email: string): Promise<string | null> {
  const { adapter } = settings
  if (!adapter || email === "" || !settings.passwords) return null
  const user = await userByEmail(adapter, email)
  return user && securityEpoch(settings, user.id)
}

/** Name of the cookie of a browser in which a user signed in with a password or an emailed link. */
const COOKIE = "latchkit.known"
/** Name of the cookie of a browser in which a user signed in with any method. */
const DEVICE_COOKIE = "latchkit.seen"
type Cookie = typeof COOKIE | typeof DEVICE_COOKIE
/** A random id of this browser, then two signatures: for the user, and for the user's password. Each has 128 bits. */
const ENTRY = /^([0-9a-f]{32})([0-9a-f]{32})([0-9a-f]{32})$/
/**
 * The most entries of one browser. A user with two-step verification has two: for the first and for the second step.
 */
const MAX_ENTRIES = 8
const ONE_YEAR = 365 * 24 * 60 * 60

/**
 * Returns the id of this browser if this user signed in with it before, on this site, and the password hasn't changed
 * since. Such a browser has its own limits, so an attacker who tries passwords elsewhere doesn't lock the user out.
 *
 * @see [OWASP, device cookies](https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies)
 */
export async function knownBrowser(
  context: RequestContext,
  identity: SignInIdentity,
  cookie: Cookie = COOKIE,
): Promise<string | undefined> {
  for (const entry of readEntries(context, cookie)) {
    const name = await browserNameIn(context, entry, identity)
    if (name !== undefined) return name
  }
  return undefined
}

async function browserNameIn(
  context: RequestContext,
  entry: string,
  identity: SignInIdentity,
): Promise<string | undefined> {
  const [, name = "", user = "", password = ""] = ENTRY.exec(entry) ?? []
  for (const secret of context.settings.secrets) {
    if (!isEqualConstantTime(await userSignature(context, { secret, name, identity }), user)) continue
    // Calls the app only after the signature was verified, so that its response time reveals nothing to other browsers
    const version = await identity.version()
    if (version === null) return undefined
    return isEqualConstantTime(await passwordSignature(context, { secret, name, identity, version }), password)
      ? name
      : undefined
  }
  return undefined
}

/** Returns the cookie that makes this browser known for a user who just signed in with it. */
export async function rememberBrowser(context: RequestContext, identity: SignInIdentity): Promise<SetCookie[]> {
  if (!context.settings.rateLimit || identity.identifiers.length === 0) return []
  return addEntry(context, identity, COOKIE)
}

/**
 * Returns whether the user signed in with this browser before, by any method, and has had no new security epoch since.
 */
export async function isKnownDevice(context: RequestContext, userId: string): Promise<boolean> {
  return (await knownBrowser(context, deviceIdentity(context, userId), DEVICE_COOKIE)) !== undefined
}

/** Returns the cookie for {@link isKnownDevice}. */
export function rememberDevice(context: RequestContext, userId: string): Promise<SetCookie[]> {
  return addEntry(context, deviceIdentity(context, userId), DEVICE_COOKIE)
}

const deviceIdentity = ({ settings }: RequestContext, userId: string): SignInIdentity => ({
  identifiers: [`device|${userId}`],
  version: () => securityEpoch(settings, userId),
})

async function addEntry(context: RequestContext, identity: SignInIdentity, cookie: Cookie): Promise<SetCookie[]> {
  const { settings, site } = context
  if ((await knownBrowser(context, identity, cookie)) !== undefined) return []
  const version = await identity.version()
  if (version === null) return []
  const signing = { secret: settings.secrets[0] ?? "", name: hex(randomBytes(16)), identity }
  const entry =
    signing.name + (await userSignature(context, signing)) + (await passwordSignature(context, { ...signing, version }))
  const value = [entry, ...readEntries(context, cookie)].slice(0, MAX_ENTRIES).join(".")
  return [{ ...ownCookie(cookie, site.secure, ONE_YEAR), value }]
}

function readEntries({ cookies, site }: RequestContext, cookie: Cookie): string[] {
  const entries = cookies.get(prefixedCookieName(cookie, site.secure))?.split(".") ?? []
  return entries.length <= MAX_ENTRIES ? entries.filter((entry) => ENTRY.test(entry)) : []
}

interface SignatureInput {
  secret: string
  name: string
  identity: SignInIdentity
}

// Signs the site too, because deployments may share a secret. Signs all identifiers together: a browser that is known
// for one of them isn't known for another one in the same form
async function userSignature({ site }: RequestContext, { secret, name, identity }: SignatureInput): Promise<string> {
  return (await hmac(secret, "known browser", JSON.stringify([site.url, name, identity.identifiers]))).slice(0, 32)
}

async function passwordSignature(
  { site }: RequestContext,
  { secret, name, identity, version }: SignatureInput & { version: string },
): Promise<string> {
  const signed = JSON.stringify([site.url, name, identity.identifiers, version])
  return (await hmac(secret, "known browser password", signed)).slice(0, 32)
}
