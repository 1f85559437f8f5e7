import type { Messages } from "../../../components/view/messages/types.ts"
import type { AccountEmailKind } from "../email-settings.ts"

/** The sentences of an account email. */
interface AccountEmailWords {
  /** The subject, which is also the title. */
  subject: string
  /** The paragraphs above the button. */
  above: readonly string[]
  /** @default "Open {site}" */
  button?: string
  /** The small print. It tells the user how to react if someone else did it. */
  notes?: readonly string[]
  /** Lines below the card, for users who can ignore the email. */
  footer?: readonly string[]
}

interface AccountEmailRow {
  /** Whether the button's link confirms something, and may have a code. The email then shows the link as text, too. */
  links?: "link" | "link and code"
  /** Whether the button undoes a change that the user may not have made. It is red then. */
  undoes?: true
  /** Whether there is no account to open anymore. The email has no button then. */
  ends?: true
  words: (messages: Messages, email: { expires?: Date | undefined }) => AccountEmailWords
}

/** Every email about an account. A new one is a row here, a kind, and its sentences in each language. */
export const ACCOUNT_EMAILS: Readonly<Record<AccountEmailKind, AccountEmailRow>> = {
  "confirm-sign-up": {
    links: "link and code",
    words: ({ accountMail: { confirm }, mail }) => ({ ...linkWords(confirm), footer: [mail.ignore] }),
  },
  "already-registered": signInInstead("registered"),
  "reset-password": {
    links: "link and code",
    words: ({ accountMail: { reset }, mail }) => ({ ...linkWords(reset), footer: [mail.ignore] }),
  },
  "no-password": signInInstead("noPassword"),
  invitation: {
    links: "link and code",
    words: ({ accountMail: { invitation, unexpected } }) => ({ ...linkWords(invitation), footer: [unexpected] }),
  },
  "password-changed": passwordNotice("changed"),
  "password-added": passwordNotice("added"),
  "password-removed": passwordNotice("removed"),
  reclaimed: {
    words: ({ reclaimedMail: { subject, text, again, unknown } }) => ({
      subject,
      above: [text, again],
      notes: [unknown],
    }),
  },
  "factor-added": undoable("factorAdded", "undo"),
  "passkey-added": undoable("passkeyAdded", "undoAdded"),
  "account-linked": undoable("accountLinked", "undoAdded"),
  "passkey-removed": undoable("passkeyRemoved", "undoDevice"),
  "account-unlinked": undoable("accountUnlinked", "undoDevice"),
  "email-change": {
    links: "link and code",
    words: ({ accountMail: { emailChange, confirm }, mail }) => ({
      subject: emailChange.subject,
      above: [emailChange.text],
      button: confirm.button,
      footer: [mail.ignore],
    }),
  },
  "email-changed": {
    links: "link",
    undoes: true,
    words: ({ accountMail: { emailChanged, wasYou } }) => ({
      subject: emailChanged.subject,
      above: [emailChanged.text, wasYou, emailChanged.undo],
      button: emailChanged.undoButton,
    }),
  },
  "email-taken": signInInstead("emailTaken"),
  "address-reserved": {
    words: ({ accountMail: { emailReserved, unexpected } }) => ({
      subject: emailReserved.subject,
      above: [emailReserved.text],
      footer: [unexpected],
    }),
  },
  "factor-removed": securityNotice("factorRemoved"),
  "new-device": undoable("newDevice", "undoDevice"),
  "factors-removed": {
    words: ({ securityMail: { factorsRemoved: subject, factorsRemovedText: text, factorsRemovedUnknown: unknown } }) =>
      notice(subject, text, unknown),
  },
  "recovery-codes-replaced": securityNotice("newCodes"),
  "factor-guesses": securityNotice("guesses"),
  "confirm-guesses": securityNotice("confirmGuesses"),
  "deletion-requested": {
    words: ({ deletion: { keep }, deletionMail: { requested, requestedText, keepText, unknown } }) => ({
      subject: requested,
      above: [requestedText, keepText],
      button: keep,
      notes: [unknown],
    }),
  },
  "account-deleted": {
    ends: true,
    words: ({ deletionMail: { deleted, deletedText, contact } }) => notice(deleted, deletedText, contact),
  },
}

const notice = (subject: string, text: string, unknown: string) => ({ subject, above: [text], notes: [unknown] })

const linkWords = ({ subject, text, button }: { subject: string; text: string; button: string }) => ({
  subject,
  above: [text],
  button,
})

/** An email to someone who has an account already. */
function signInInstead(name: "registered" | "noPassword" | "emailTaken"): AccountEmailRow {
  return {
    words({ accountMail, account: { signIn } }) {
      const { subject, text } = accountMail[name]
      return { subject, above: [text], button: signIn, footer: [accountMail.unexpected] }
    },
  }
}

function passwordNotice(change: "changed" | "added" | "removed"): AccountEmailRow {
  return {
    links: "link",
    words({ accountMail }) {
      const { subject, text } = accountMail[change]
      const { wasYou, notYou, resetButton } = accountMail
      return { subject, above: [text, wasYou, notYou], button: resetButton }
    },
  }
}

type SecurityWords = Messages["securityMail"]
/** A change whose subject is the sentence of its name, and whose text is the one of `<name>Text`. */
type SecurityChange = {
  [Name in keyof SecurityWords]: `${Name}Text` extends keyof SecurityWords ? Name : never
}[keyof SecurityWords]

function securityNotice(change: SecurityChange): AccountEmailRow {
  return { words: ({ securityMail: words }) => notice(words[change], words[`${change}Text`], words.unknown) }
}

/** A notice whose button undoes the change. Without a link the user can only change the account in its settings. */
function undoable(change: SecurityChange, undo: "undo" | "undoAdded" | "undoDevice"): AccountEmailRow {
  return {
    links: "link",
    undoes: true,
    words: ({ securityMail: words }, { expires }) =>
      expires
        ? { subject: words[change], above: [words[`${change}Text`], words[undo]], button: words.undoButton }
        : notice(words[change], words[`${change}Text`], words.unknown),
  }
}
