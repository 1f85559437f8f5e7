import type { MailKind } from "../../server/providers/email/mails.fixture.ts"
import { Email } from "./email.tsx"

interface Shown {
  kind: MailKind
  part?: "html" | "text"
  logo?: string
  footer?: string
}

export default {
  title: "Emails", // Storybook asks for it
  render: ({ kind, part = "html", ...emails }: Shown, { globals }: { globals: Record<string, unknown> }) => {
    const { brand, scheme, language } = globals as Record<string, string> // declared in the preview
    return (
      <Email
        key={JSON.stringify([kind, part, globals])}
        kind={kind}
        part={part}
        look={{ emails, theme: brand ? { brandColor: brand } : {} }}
        language={language ?? "en"}
        scheme={scheme === "light" || scheme === "dark" ? scheme : undefined}
      />
    )
  },
}

const story = (kind: MailKind, name: string, more: Partial<Shown> = {}) => ({ name, args: { kind, ...more } })

export const SignIn = story("sign-in", "Sign in")
export const PlainText = story("sign-in", "Sign in, as plain text", { part: "text" })
export const Logo = story("sign-in", "Sign in, with a logo and a footer", {
  logo: "/email-logo.png",
  footer: "Nightbook · 12 Observatory Lane, Zürich",
})
export const Code = story("code", "Code of the second step")
export const ConfirmSignUp = story("confirm-sign-up", "Confirm a sign-up")
export const AlreadyRegistered = story("already-registered", "Already registered")
export const ResetPassword = story("reset-password", "Reset the password")
export const NoPassword = story("no-password", "No password to reset")
export const Invitation = story("invitation", "Invitation")
export const PasswordChanged = story("password-changed", "Password changed")
export const PasswordAdded = story("password-added", "Password added")
export const PasswordRemoved = story("password-removed", "Password removed")
export const Reclaimed = story("reclaimed", "Account secured")
export const NewDevice = story("new-device", "New device")
export const FactorAdded = story("factor-added", "Second step added")
export const FactorRemoved = story("factor-removed", "Second step removed")
export const FactorsRemoved = story("factors-removed", "Two-step verification turned off")
export const PasskeyAdded = story("passkey-added", "Passkey added")
export const PasskeyRemoved = story("passkey-removed", "Passkey removed")
export const AccountLinked = story("account-linked", "Sign-in method added")
export const AccountUnlinked = story("account-unlinked", "Sign-in method removed")
export const RecoveryCodes = story("recovery-codes-replaced", "New recovery codes")
export const FactorGuesses = story("factor-guesses", "Too many wrong codes")
export const ConfirmGuesses = story("confirm-guesses", "Too many failed confirmations")
export const EmailChange = story("email-change", "Confirm a new address")
export const EmailChanged = story("email-changed", "Address changed")
export const EmailTaken = story("email-taken", "Address already used")
export const AddressReserved = story("address-reserved", "Address reserved")
export const DeletionRequested = story("deletion-requested", "Deletion requested")
export const AccountDeleted = story("account-deleted", "Account deleted")
