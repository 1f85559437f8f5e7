import type { AccountDetails, EmailDetails } from "../../../client/account-contract.ts"
import type { Section } from "../account-card.view.ts"
import { changeForm, rowField, type RowContext, type RowView } from "../account-rows.view.ts"
import { sharedWords } from "../../view/words.ts"
import { fill, withOverrides } from "../../view/messages/fill.ts"
import { futureTime } from "../relative-time.view.ts"

const emailLabel = ({ messages }: RowContext) => withOverrides(sharedWords, messages?.signIn).email

/** The email address, with a form that changes it, and a new address that waits for its proof. */
export const emailSection: Section = {
  part: "email",
  title: emailLabel,
  changes: {
    "change-email": "emailSent",
    "cancel-email-change": undefined,
  },
  content({ user, email }, context) {
    if (!email) return undefined
    const rows = [addressRow({ user, email }, context)]
    if (email.pending) rows.push(pendingRow(email.pending, context))
    return { rows, text: context.words.emailText }
  },
}

function addressRow(
  { user, email }: { user: AccountDetails["user"]; email: EmailDetails },
  context: RowContext,
): RowView {
  const { words } = context
  const name = emailLabel(context)
  const field = { key: "new", name: "email", label: words.newEmail, type: "email", autocomplete: "email" }
  const form = {
    ...changeForm(context, "change-email", { label: words.sendLink }),
    id: `${context.id}-edit-email`,
    open: words.change,
    openName: fill(words.editNamed, { name }),
    fields: [rowField(context, { ...field, autocapitalize: "none", spellcheck: "false" })],
    hint: words.newEmailHint,
  }
  return {
    key: "email",
    icon: "envelope",
    title: user.email || words.off,
    badge: email.verified && user.email ? words.verified : undefined,
    note: "",
    actions: [{ kind: "edit", form }],
  }
}

function pendingRow({ email, expires }: NonNullable<EmailDetails["pending"]>, context: RowContext): RowView {
  const { words, calendar } = context
  const form = changeForm(context, "cancel-email-change", { label: words.cancel, name: `${words.cancel}: ${email}` })
  return {
    key: "pending-email",
    icon: "clock",
    pending: true,
    title: fill(words.pendingEmail, { email }),
    note: fill(words.pendingText, { time: futureTime(expires, calendar) }),
    actions: [{ kind: "post", form }],
  }
}
