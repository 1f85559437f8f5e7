import type { AccountDetails, DeletionDetails } from "../../../client/account-contract.ts"
import type { Section } from "../account-card.view.ts"
import { changeForm, rowField, type RowContext, type RowView } from "../account-rows.view.ts"
import { hiddenFields } from "../../view/card.ts"
import { codeWords } from "../../view/words.ts"
import { fill, withOverrides } from "../../view/messages/fill.ts"
import { daysFromNow, relativeTime } from "../relative-time.view.ts"
import { safeUrl } from "../../view/safe-url.ts"

/** Downloads the user's data, and deletes the account. */
export const dangerSection: Section = {
  part: "danger",
  title: ({ words }) => words.data,
  changes: {
    export: undefined,
    "delete-account": undefined,
    "cancel-deletion": undefined,
  },
  content({ user, exportable, deletion }, context) {
    const rows: RowView[] = []
    if (exportable) rows.push(exportRow(context))
    if (deletion) rows.push(deletionRow({ user, deletion }, context))
    return rows.length === 0 ? undefined : { rows }
  },
}

function exportRow(context: RowContext): RowView {
  const { words, messages, csrfToken, callbackUrl } = context
  const form = {
    key: "export",
    action: safeUrl(`${context.basePath}/export`),
    hidden: hiddenFields({ csrfToken, callbackUrl }),
    label: withOverrides(codeWords, messages?.twoStep).download,
    name: words.exportData,
    busy: context.busy === "export",
  }
  const actions = [{ kind: "post", form }] as const
  return { key: "export", icon: "download", title: words.exportData, note: words.exportText, actions }
}

function deletionRow(
  { user, deletion }: { user: AccountDetails["user"]; deletion: DeletionDetails },
  context: RowContext,
): RowView {
  const { words, calendar } = context
  const { graceDays, blockedUntil } = deletion
  const row = { key: "delete", icon: "trash", title: words.deleteAccount } as const
  const formatDate = (time: string) => relativeTime(time, { lang: calendar.lang }) // in full, because it is in the future
  if (blockedUntil !== null)
    return { ...row, note: fill(words.deletionBlocked, { date: formatDate(blockedUntil) }), actions: [] }
  const time = daysFromNow(graceDays, calendar)
  // Typing it only prevents an accident. Latchkit also asks the user to confirm who they are
  const text = user.email || user.name
  const typed = text && {
    key: "delete",
    name: "confirm",
    label: fill(words.typeToConfirm, { text }),
    pattern: `\\s*${escapePattern(text)}\\s*`,
    ...({ autocapitalize: "none", spellcheck: "false" } as const),
  }
  const change = changeForm(context, "delete-account", { label: words.deleteAccount })
  const form = {
    ...change,
    hidden: [...change.hidden, ...hiddenFields({ after: "deletion" })],
    id: `${context.id}-edit-delete`,
    open: words.delete,
    openName: words.deleteAccount,
    text: graceDays > 0 ? fill(words.deleteLaterText, { time }) : words.deleteText,
    fields: typed ? [rowField(context, typed)] : [],
    danger: true,
  }
  return { ...row, note: "", actions: [{ kind: "edit", form }] }
}

// The characters with a meaning in a pattern
const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
