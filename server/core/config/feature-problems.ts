import { describeAddress, describeText, describeWord } from "../../providers/option-values.ts"
import { isOnDomain, PASSKEY_HINTS } from "../../providers/passkey-settings.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import { AuthError } from "../../errors.ts"
import type { Settings } from "./settings.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { missingAdapterMessage, missingRecordsMessage } from "../../adapters/required.ts"

/** The adapter operations that passkeys need. */
export const PASSKEY_OPERATIONS: (keyof Adapter)[] = [
  "createAuthenticator",
  "getAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
  "getUser",
  "getUserByAccount",
  "linkAccount",
  "unlinkAccount",
]

/** Returns the problems of a passkey provider's domain, as the ends of sentences. */
export function passkeyProblems(
  { relyingParty, hints = [] }: WebAuthnConfig,
  { site, production }: Settings,
): string[] {
  const origins = [relyingParty?.origin ?? site.pinned?.origin ?? []].flat()
  const { id, relatedOrigins = [] } = relyingParty ?? {}
  const wrong = relatedOrigins.find((origin) => !/^https:/.test(origin) || URL.parse(origin)?.origin !== origin)
  return [
    // Otherwise an attacker could choose the domain of new passkeys through the host header
    ...(production && origins.length === 0 ? ["needs AUTH_URL, because passkeys are bound to one domain"] : []),
    ...hints
      .filter((hint) => !PASSKEY_HINTS.includes(hint))
      .map((hint) => `has the hint ${describeWord(hint)}. Expected one of ${PASSKEY_HINTS.join(", ")}`),
    ...(wrong === undefined
      ? []
      : [`has the related origin ${describeAddress(wrong)}. Expected an origin such as "https://acme.de"`]),
    ...(relatedOrigins.length > 0 && id === undefined ? ["has `relatedOrigins` without a `relyingParty.id`"] : []),
    ...(id === undefined || origins.every((one) => isOnDomain(one, id) || relatedOrigins.includes(one))
      ? []
      : [`has the \`relyingParty.id\` ${describeAddress(id)}, which isn't a domain of ${origins.join(", ")}`]),
  ]
}

/** Ids of the steps that features bring, in the order in which a user does them. */
export const STEP_ORDER = [
  "second-factor",
  "prove-mailbox",
  "replace-password",
  "enroll-totp",
  "recovery-codes",
] as const
const OWN_STEPS: ReadonlySet<string> = new Set([...STEP_ORDER, "confirm"])
const STEP_ID = /^[a-z][a-z0-9-]{0,31}$/

/** Returns the problems of the app's own steps. */
export function stepProblems(
  config: object,
  { steps, adapter, secondFactor, features }: Pick<Settings, "steps" | "adapter" | "secondFactor" | "features">,
): string[] {
  const ids = steps.map(({ id }) => id)
  return [
    ...(steps.length > 0 && !adapter?.createAccountRecord ? [missingRecordsMessage("`steps`")] : []),
    // Without the feature, no sign-in would be asked for a second factor
    ...("secondFactor" in config &&
    config.secondFactor &&
    !secondFactor &&
    !features.some(({ name }) => name === "two-step")
      ? ["`secondFactor` is set, but this build has no two-step verification. Leave the option out"]
      : []),
    ...steps.flatMap(({ id, url }, index) => [
      ...(STEP_ID.test(id)
        ? []
        : [`The step id is ${describeText(id)}, which isn't valid. Use lowercase letters, digits and hyphens`]),
      ...(OWN_STEPS.has(id) ? [`The step id ${id} is one of Latchkit's own. Choose another one`] : []),
      ...(ids.indexOf(id) === index ? [] : [`Two steps have the id ${id}. Give each its own`]),
      ...(url.startsWith("/") && !/^\/[/\\]/.test(url)
        ? []
        : [`The \`url\` of the step ${id} is ${describeAddress(url)}. Set it to a path of the site`]),
    ]),
  ]
}

/** Returns what stored sessions lack. */
export function strategyProblems({ session, adapter }: Settings): AuthError[] {
  if (session.strategy === "jwt") return []
  if (!adapter)
    return [
      new AuthError(
        "MissingAdapter",
        "`session.strategy` is `database`, but there is no `adapter`. Set `adapter`, or the strategy `jwt`",
      ),
    ]
  return missingOperations(
    adapter,
    ["createSession", "getSessionAndUser", "updateSession", "deleteSession"],
    "The database strategy",
  )
}

/** Returns the operations that an adapter lacks. `who` is what needs them, and begins the message. */
export function missingOperations(
  adapter: Adapter | undefined,
  operations: (keyof Adapter)[],
  who: string,
): AuthError[] {
  if (!adapter) return [new AuthError("MissingAdapter", missingAdapterMessage(who))]
  const missing = operations.filter((name) => typeof adapter[name] !== "function")
  return missing.length === 0
    ? []
    : [
        new AuthError(
          "MissingAdapterMethods",
          `${who} needs ${missing.join(", ")}, which the adapter doesn't have. Use one of Latchkit's adapters, or add these operations`,
        ),
      ]
}
