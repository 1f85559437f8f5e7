import { createPasswordHasher, type PasswordHasher } from "../crypto/passwords/hasher.ts"
import { memoize } from "../crypto/memory.ts"
import type { PasswordOptions, SignUpPolicy } from "../../providers/password-settings.ts"
import type { CredentialsConfig, WebAuthnConfig } from "../../providers/types.ts"
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
export const MIN_LENGTH = 8
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

/** Returns the provider of `Password()`. */
export function passwordProvider({ providers }: Settings): CredentialsConfig | undefined {
  return [...providers.values()].find(
    (provider): provider is CredentialsConfig => provider.type === "credentials" && Boolean(provider.storedPasswords),
  )
}

/** Returns whether the app checks passwords of its own, by a credentials provider that isn't `Password()`. */
export const hasOwnPasswords = ({ providers }: Pick<Settings, "providers">): boolean =>
  [...providers.values()].some((provider) => provider.type === "credentials" && !provider.storedPasswords)

/** Returns the passkey provider with which new users sign up, or `undefined` if there is none. */
export const passkeySignUpProvider = memoize((settings: Settings): WebAuthnConfig | undefined =>
  settings.webauthn ? providerWithSignUp(settings) : undefined,
)

function providerWithSignUp({ providers }: Settings): WebAuthnConfig | undefined {
  return [...providers.values()].find(
    (provider): provider is WebAuthnConfig => provider.type === "webauthn" && provider.signUp === true,
  )
}

/** The epoch of a user whose password was never reset or changed. */
export const FIRST_EPOCH = ""

/**
 * Returns whether users have a security epoch: with `Password()` and `account.administration`, and if they can change
 * their address or delete their account. Links of security emails need one too, to end all sessions.
 */
export function keepsEpoch(settings: Settings): boolean {
  const { changeEmail, deletion, undo } = settings.account
  return canDisable(settings) || changeEmail || deletion !== undefined || undo || settings.secondFactor !== undefined
}

/** Returns whether each session checks that its user isn't disabled. */
export function canDisable(settings: Settings): boolean {
  return settings.account.administration || passwordSettings(settings) !== undefined
}
