import { missingRecordsMessage } from "../../adapters/required.ts"
import { createPasswordHasher, type PasswordHasher } from "../crypto/passwords/hasher.ts"
import { memoize } from "../crypto/memory.ts"
import type { PasswordOptions, SignUpPolicy } from "../../providers/password-settings.ts"
import type { CredentialsConfig } from "../../providers/types.ts"
import { asError } from "../../errors.ts"
import { SENDER } from "./account-options.ts"
import { findAccountMailer } from "./email-senders.ts"
import { withCheckedVerifier } from "./decisions.ts"
import type { Settings } from "./settings.ts"

/** The settings of `Password()`. */
export interface PasswordSettings extends Pick<PasswordOptions, "fields" | "breachCheck" | "resetAddsPassword"> {
  readonly provider: CredentialsConfig
  readonly signUp: SignUpPolicy
  readonly minLength: number
  readonly hasher: PasswordHasher
  readonly commonPasswords: () => Promise<string>
}

/** The fewest characters of any password. */
const MIN_LENGTH = 8
/** The fewest characters of a password that is the only factor. */
const MIN_LENGTH_ALONE = 15

/** Returns the settings of `Password()`, or `undefined` if it isn't configured. */
export const passwordSettings = memoize((settings: Settings): PasswordSettings | undefined => {
  const provider = passwordProvider(settings)
  if (!provider?.storedPasswords) return undefined
  const {
    signUp = "open",
    fields,
    minLength,
    breachCheck,
    resetAddsPassword,
    hash,
    accepts,
    commonPasswords,
  } = provider.storedPasswords
  const alone = settings.secondFactor?.alwaysRequired ? MIN_LENGTH : MIN_LENGTH_ALONE
  const hasher = createPasswordHasher({
    hash,
    accepts: accepts?.map((format) => withCheckedVerifier(format, settings)),
  })
  return {
    provider,
    signUp,
    fields,
    breachCheck,
    resetAddsPassword,
    minLength: minLength ?? alone,
    hasher,
    commonPasswords,
  }
})

/** Returns whether the app has `Password()`, even if its options are wrong. */
export const hasPasswords = (settings: Settings): boolean => passwordProvider(settings) !== undefined

function passwordProvider({ providers }: Settings): CredentialsConfig | undefined {
  return [...providers.values()].find(
    (provider): provider is CredentialsConfig => provider.type === "credentials" && Boolean(provider.storedPasswords),
  )
}

/** Returns whether the app checks passwords of its own, by a credentials provider that isn't `Password()`. */
export const hasOwnPasswords = ({ providers }: Pick<Settings, "providers">): boolean =>
  [...providers.values()].some((provider) => provider.type === "credentials" && !provider.storedPasswords)

const POLICIES: readonly unknown[] = ["open", "invite", "off", undefined]

/** Returns the problems of `Password()`, as sentences. */
export function passwordProblems(settings: Settings): string[] {
  const options = passwordProvider(settings)?.storedPasswords
  if (!options) return []
  const { adapter } = settings
  const { minLength = MIN_LENGTH, signUp } = options
  return [
    ...(adapter?.createAccountRecord ? [] : [missingRecordsMessage("`Password()`")]),
    ...(findAccountMailer(settings) ? [] : [`\`Password()\` needs ${SENDER}`]),
    ...(Number.isInteger(minLength) && minLength >= MIN_LENGTH && minLength <= 64
      ? []
      : [`\`minLength\` of \`Password()\` is ${minLength}. Set a number from ${MIN_LENGTH} to 64`]),
    ...(POLICIES.includes(signUp)
      ? []
      : [`\`signUp\` of \`Password()\` is ${JSON.stringify(signUp)}. Set "open", "invite" or "off"`]),
    ...hashProblems(options),
  ]
}

function hashProblems({ hash }: PasswordOptions): string[] {
  try {
    createPasswordHasher({ hash })
    return []
  } catch (thrown) {
    return [asError(thrown).message]
  }
}
