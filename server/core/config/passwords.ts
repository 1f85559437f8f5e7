import type { PasswordHasher } from "../crypto/passwords/hasher.ts"
import type { PasswordOptions, SignUpPolicy } from "../../providers/password-settings.ts"
import type { CredentialsConfig, ProviderConfig, WebAuthnConfig } from "../../providers/types.ts"
import { withCheckedVerifier, type DecisionLog } from "./decisions.ts"
import type { SecondFactorSettings } from "./feature-settings.ts"

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
export function passwordSettings(
  providers: Iterable<ProviderConfig>,
  secondFactor: SecondFactorSettings | undefined,
  log: DecisionLog,
): PasswordSettings | undefined {
  const provider = [...providers].find((one) => one.type === "credentials" && Boolean(one.storedPasswords))
  if (provider?.type !== "credentials" || !provider.storedPasswords) return undefined
  const { hash, accepts, signUp = "open", minLength, createPasswordHasher, ...options } = provider.storedPasswords
  const memo: { hasher?: PasswordHasher } = {}
  return {
    ...options,
    provider,
    signUp,
    minLength: minLength ?? (secondFactor?.required === true ? MIN_LENGTH : MIN_LENGTH_ALONE),
    // Made at its first use, because wrong options throw, and `problems` reports them
    get hasher() {
      const formats = accepts?.map((format) => withCheckedVerifier(format, log))
      return (memo.hasher ??= createPasswordHasher({ hash, accepts: formats }))
    },
  }
}

/** Returns the passkey provider with which new users sign up, or `undefined` if there is none. */
export function passkeySignUpProvider({
  webauthn,
  providers,
}: {
  readonly webauthn: boolean
  readonly providers: ReadonlyMap<string, ProviderConfig>
}): WebAuthnConfig | undefined {
  if (!webauthn) return undefined
  return [...providers.values()].find((one): one is WebAuthnConfig => one.type === "webauthn" && one.signUp === true)
}
