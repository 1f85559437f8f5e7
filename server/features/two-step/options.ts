import { missingRecordsMessage } from "../../adapters/required.ts"
import type { SecondFactorSettings } from "../../core/config/feature-settings.ts"
import { isLifetime } from "../../core/config/value-problems.ts"
import type { Settings } from "../../core/config/settings.ts"
import type { StepInput } from "../../core/config/step-options.ts"
import {
  BOOLEAN,
  describeWord,
  either,
  FUNCTION,
  ITSELF,
  OBJECT,
  SECONDS,
  type OptionsOf,
} from "../../providers/option-values.ts"
import type { Awaitable } from "../../types.ts"

/** Two-step verification. Users set it up themselves, unless `required` says that they must. */
export interface SecondFactorOptions {
  /**
   * Whether the user must have a second factor. A user without one sets it up while signing in, after a proof of the
   * mailbox if the account existed before. Then an email provider is needed too. An error counts as `true`.
   *
   * @default false
   */
  required?: boolean | ((input: StepInput) => Awaitable<boolean>) | undefined
  /**
   * Whether the second factor must be a passkey or a security key, which a phishing site can't use. An error counts as
   * `true`.
   *
   * @default false
   */
  phishingResistant?: boolean | ((input: StepInput) => Awaitable<boolean>) | undefined
  /**
   * Whether a code by email is accepted, unless the mailbox was the first factor. It needs an email provider.
   *
   * @default false
   */
  emailCode?: boolean | undefined
  /**
   * Whether users may trust a device, which then asks for the second factor again after `maxAge` seconds.
   *
   * @default true, with a `maxAge` of 2_592_000 (30 days)
   */
  trustDevice?: boolean | { maxAge?: number | undefined } | undefined
}

/** The option of two-step verification. @internal */
export interface SecondFactorConfig {
  /** Two-step verification. `true` lets users turn it on. It needs an adapter with account records. @default off */
  secondFactor?: SecondFactorOptions | boolean | undefined
}

const SWITCH = either(BOOLEAN, OBJECT)
const CHOICE = either(BOOLEAN, FUNCTION)
const SECOND_FACTOR: OptionsOf<SecondFactorOptions> = {
  [ITSELF]: SWITCH,
  required: CHOICE,
  phishingResistant: CHOICE,
  emailCode: BOOLEAN,
  trustDevice: { [ITSELF]: SWITCH, maxAge: SECONDS },
}

/** The kinds of the values. */
export const secondFactorOptions: OptionsOf<SecondFactorConfig> = { secondFactor: SECOND_FACTOR }

/** Returns the problems of `secondFactor`. */
export function secondFactorProblems({ adapter, secondFactor }: Settings): string[] {
  const maxAge = secondFactor?.trustMaxAge
  const name = "`secondFactor.trustDevice.maxAge`"
  return [
    ...(adapter?.createAccountRecord ? [] : [missingRecordsMessage("`secondFactor`")]),
    ...(maxAge === undefined || isLifetime(maxAge)
      ? []
      : [`${name} is ${describeWord(maxAge)}. Set it to a number of seconds above 0, at most 100 years`]),
  ]
}

const THIRTY_DAYS = 30 * 24 * 60 * 60

/** Fills in what the option leaves out. Returns `undefined` if two-step verification is off. */
export function secondFactorSettings(
  option: SecondFactorOptions | boolean | undefined,
): SecondFactorSettings | undefined {
  if (!option) return undefined
  const {
    required = false,
    phishingResistant = false,
    emailCode = false,
    trustDevice = true,
  } = option === true ? {} : option
  return {
    required,
    phishingResistant,
    emailCode: emailCode === true, // an environment variable may say "false"
    trustMaxAge:
      typeof trustDevice === "object"
        ? (trustDevice.maxAge ?? THIRTY_DAYS)
        : trustDevice === true
          ? THIRTY_DAYS
          : undefined,
  }
}
