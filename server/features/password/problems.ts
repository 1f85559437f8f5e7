import { missingRecordsMessage } from "../../adapters/required.ts"
import { missingSender } from "../../core/config/email-senders.ts"
import { PASSWORD_LOST } from "../../core/config/missing-feature.ts"
import { MIN_LENGTH } from "../../core/config/passwords.ts"
import type { Settings } from "../../core/config/settings.ts"
import { asError } from "../../errors.ts"
import {
  BOOLEAN,
  describeWord,
  LIST,
  OBJECT,
  wrongValues,
  type Options,
  type OptionsOf,
} from "../../providers/option-values.ts"
import type { PasswordOptions, StoredPasswords } from "../../providers/password-settings.ts"

const KINDS: Partial<OptionsOf<PasswordOptions>> & Options = {
  fields: OBJECT,
  accepts: LIST,
  breachCheck: BOOLEAN,
  resetAddsPassword: BOOLEAN,
  hash: OBJECT,
}
const POLICIES: readonly unknown[] = ["open", "invite", "off", undefined]

/** Returns the problems of `Password()`, as sentences. */
export function passwordProblems(settings: Settings): string[] {
  const options = settings.passwords?.provider.storedPasswords
  if (!options) return []
  if (!(options as Partial<StoredPasswords>).createPasswordHasher) return [PASSWORD_LOST]
  const wrong = wrongValues(options, KINDS).map((sentence) => `In \`Password()\`, ${sentence}`)
  if (wrong.length > 0) return wrong
  const { adapter } = settings
  const { minLength = MIN_LENGTH, signUp } = options
  return [
    ...(adapter?.createAccountRecord ? [] : [missingRecordsMessage("`Password()`")]),
    ...(settings.accountMailer ? [] : [missingSender("`Password()`", settings)]),
    ...(Number.isInteger(minLength) && minLength >= MIN_LENGTH && minLength <= 64
      ? []
      : [`\`minLength\` of \`Password()\` is ${describeWord(minLength)}. Set a number from ${MIN_LENGTH} to 64`]),
    ...(POLICIES.includes(signUp)
      ? []
      : [`\`signUp\` of \`Password()\` is ${describeWord(signUp)}. Set "open", "invite" or "off"`]),
    ...hashProblems(options),
  ]
}

function hashProblems({ hash, createPasswordHasher }: StoredPasswords): string[] {
  try {
    createPasswordHasher({ hash })
    return []
  } catch (thrown) {
    return [asError(thrown).message]
  }
}
