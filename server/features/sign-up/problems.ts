import { missingSender } from "../../core/config/email-senders.ts"
import { passkeySignUpProvider } from "../../core/config/passwords.ts"
import type { Settings } from "../../core/config/settings.ts"

const NEEDED = ["createUser", "deleteUser", "getUserByEmail", "createAccountRecord"] as const

/** Returns the problems of `signUp` of `Passkey()`, as sentences. */
export function passkeySignUpProblems(settings: Settings): string[] {
  if (!passkeySignUpProvider(settings)) return []
  const { adapter } = settings
  const missing = NEEDED.filter((name) => typeof adapter?.[name] !== "function")
  return [
    ...(missing.length === 0
      ? []
      : [
          `\`Passkey({ signUp: true })\` needs ${missing.join(", ")} of the adapter. Use one of Latchkit's adapters, or add \`accountTables(…)\` to yours`,
        ]),
    ...(settings.accountMailer ? [] : [missingSender("`Passkey({ signUp: true })`", settings)]),
    ...problemsBesidePasswords(settings),
  ]
}

// A sign-up with a passkey asks for the address only, and everyone may start one
function problemsBesidePasswords(settings: Settings): string[] {
  const { signUp, fields = {} } = settings.passwords ?? {}
  const names = Object.keys(fields)
  return [
    ...(signUp === undefined || signUp === "open"
      ? []
      : [
          `\`Passkey({ signUp: true })\` lets everyone sign up, but \`signUp\` of \`Password()\` is "${signUp}". Set it to "open", or remove \`signUp\` of \`Passkey()\``,
        ]),
    ...(names.length === 0
      ? []
      : [
          `\`Password()\` has the fields ${names.join(", ")}, which a sign-up with a passkey doesn't ask for. Ask for them in a step, or remove \`signUp\` of \`Passkey()\``,
        ]),
  ]
}
