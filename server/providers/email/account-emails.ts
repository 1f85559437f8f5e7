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
  "already-registered": {
    words: ({ accountMail: { registered, unexpected }, account: { signIn } }) => ({
      subject: registered.subject,
      above: [registered.text],
      button: signIn,
      footer: [unexpected],
    }),
  },
  "reset-password": {
    links: "link and code",
    words: ({ accountMail: { reset }, mail }) => ({ ...linkWords(reset), footer: [mail.ignore] }),
  },
  "no-password": {
    words: ({ accountMail: { noPassword, unexpected }, account: { signIn } }) => ({
      subject: noPassword.subject,
      above: [noPassword.text],
      button: signIn,
      footer: [unexpected],
    }),
  },
  invitation: {
    links: "link and code",
    words: ({ accountMail: { invitation, unexpected } }) => ({ ...linkWords(invitation), footer: [unexpected] }),
  },
  "password-changed": { links: "link", words: ({ accountMail }) => passwordWords(accountMail, accountMail.changed) },
  "password-added": { links: "link", words: ({ accountMail }) => passwordWords(accountMail, accountMail.added) },
  "password-removed": { links: "link", words: ({ accountMail }) => passwordWords(accountMail, accountMail.removed) },
  reclaimed: {
    words: ({ reclaimedMail: { subject, text, again, unknown } }) => ({
      subject,
      above: [text, again],
      notes: [unknown],
    }),
  },
  "factor-added": {
    links: "link",
    undoes: true,
    words: ({ securityMail: words }, email) =>
      undoable(words, email, [words.factorAdded, words.factorAddedText, words.undo]),
  },
  "passkey-added": {
    links: "link",
    undoes: true,
    words: ({ securityMail: words }, email) =>
      undoable(words, email, [words.passkeyAdded, words.passkeyAddedText, words.undoAdded]),
  },
  "account-linked": {
    links: "link",
    undoes: true,
    words: ({ securityMail: words }, email) =>
      undoable(words, email, [words.accountLinked, words.accountLinkedText, words.undoAdded]),
  },
  "passkey-removed": {
    links: "link",
    undoes: true,
    words: ({ securityMail: words }, email) =>
      undoable(words, email, [words.passkeyRemoved, words.passkeyRemovedText, words.undoDevice]),
  },
  "account-unlinked": {
    links: "link",
    undoes: true,
    words: ({ securityMail: words }, email) =>
      undoable(words, email, [words.accountUnlinked, words.accountUnlinkedText, words.undoDevice]),
  },
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
  "email-taken": {
    words: ({ accountMail: { emailTaken, unexpected }, account: { signIn } }) => ({
      subject: emailTaken.subject,
      above: [emailTaken.text],
      button: signIn,
      footer: [unexpected],
    }),
  },
  "address-reserved": {
    words: ({ accountMail: { emailReserved, unexpected } }) => ({
      subject: emailReserved.subject,
      above: [emailReserved.text],
      footer: [unexpected],
    }),
  },
  "factor-removed": {
    words: ({ securityMail: { factorRemoved: subject, factorRemovedText: text, unknown } }) =>
      notice(subject, text, unknown),
  },
  "new-device": {
    links: "link",
    undoes: true,
    words: ({ securityMail: words }, email) =>
      undoable(words, email, [words.newDevice, words.newDeviceText, words.undoDevice]),
  },
  "factors-removed": {
    words: ({ securityMail: { factorsRemoved: subject, factorsRemovedText: text, factorsRemovedUnknown: unknown } }) =>
      notice(subject, text, unknown),
  },
  "recovery-codes-replaced": {
    words: ({ securityMail: { newCodes: subject, newCodesText: text, unknown } }) => notice(subject, text, unknown),
  },
  "factor-guesses": {
    words: ({ securityMail: { guesses: subject, guessesText: text, unknown } }) => notice(subject, text, unknown),
  },
  "confirm-guesses": {
    words: ({ securityMail: { confirmGuesses: subject, confirmGuessesText: text, unknown } }) =>
      notice(subject, text, unknown),
  },
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

// Without a link the user can only change the account in its settings
const undoable = (
  { undoButton, unknown }: Messages["securityMail"],
  { expires }: { expires?: Date | undefined },
  [subject, text, undo]: readonly [subject: string, text: string, undo: string],
): AccountEmailWords =>
  expires ? { subject, above: [text, undo], button: undoButton } : notice(subject, text, unknown)

const linkWords = ({ subject, text, button }: { subject: string; text: string; button: string }) => ({
  subject,
  above: [text],
  button,
})

const passwordWords = (
  { wasYou, notYou, resetButton }: Messages["accountMail"],
  { subject, text }: { subject: string; text: string },
): AccountEmailWords => ({ subject, above: [text, wasYou, notYou], button: resetButton })
