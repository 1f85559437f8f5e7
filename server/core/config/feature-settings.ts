import type { Awaitable } from "../../types.ts"
import type { ProfileField } from "../../../client/account-contract.ts"
import type { StepInput } from "./step-options.ts"

/** The `account.deletion` option with its defaults filled in. */
export interface DeletionSettings {
  readonly graceDays: number
}

/** The options of the account with their defaults filled in. */
export interface AccountSettings {
  readonly changeEmail: boolean
  /** The fields of the profile that users can change. */
  readonly profile: readonly ProfileField[]
  readonly export: boolean
  /** `undefined` if users can't delete their account. */
  readonly deletion: DeletionSettings | undefined
  readonly newDeviceEmail: boolean
  /** Whether security emails have a link that undoes the event and ends all sessions. */
  readonly undo: boolean
  readonly administration: boolean
}

/** The options of two-step verification with their defaults filled in. */
export interface SecondFactorSettings {
  readonly required: boolean | ((input: StepInput) => Awaitable<unknown>)
  readonly phishingResistant: boolean | ((input: StepInput) => Awaitable<unknown>)
  readonly emailCode: boolean
  /** Seconds, or `undefined` if devices can't be trusted. */
  readonly trustMaxAge: number | undefined
}

/** The settings of features that the core reads. */
export interface FeatureSettings {
  readonly account: AccountSettings
  /** `undefined` if two-step verification is off. */
  readonly secondFactor: SecondFactorSettings | undefined
}

/** The settings about users that follow from the features. */
export interface UserStateSettings {
  /** Whether each session checks that its user isn't disabled. */
  readonly canDisable: boolean
  /**
   * Whether users have a security epoch: with `Password()` and `account.administration`, and if they can change their
   * address or delete their account. Links of security emails need one too, to end all sessions.
   */
  readonly keepsEpoch: boolean
}

/** Returns whether users can be disabled, and whether they have a security epoch. */
export function userStateSettings(
  { account, secondFactor }: FeatureSettings,
  hasPasswords: boolean,
): UserStateSettings {
  const { administration, changeEmail, deletion, undo } = account
  const canDisable = administration || hasPasswords
  return { canDisable, keepsEpoch: canDisable || changeEmail || undo || (deletion ?? secondFactor) !== undefined }
}

/** The settings without any feature. */
export const NO_FEATURE_SETTINGS: FeatureSettings = {
  account: {
    changeEmail: false,
    profile: [],
    export: false,
    deletion: undefined,
    newDeviceEmail: false,
    undo: false,
    administration: false,
  },
  secondFactor: undefined,
}
