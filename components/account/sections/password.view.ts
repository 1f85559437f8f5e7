import type { Section } from "../account-card.view.ts"
import { changeForm, returningUrl, type RowAction, type RowContext } from "../account-rows.view.ts"
import { fill, withOverrides } from "../../view/messages/fill.ts"
import { relativeAge } from "../relative-time.view.ts"
import { sharedWords, passwordWords as english } from "../../view/words.ts"

const passwordWords = ({ messages }: RowContext) => withOverrides(english, messages?.password)

/** The word "Password". */
export const passwordLabel = ({ messages }: RowContext) => withOverrides(sharedWords, messages?.signIn).password

/** Changes and removes the password, or adds one. */
export const passwordSection: Section = {
  part: "password",
  title: passwordLabel,
  changes: {
    "set-password": (context) => passwordWords(context).added,
    "change-password": (context) => passwordWords(context).changed,
    "remove-password": (context) => passwordWords(context).removed,
  },
  content({ hasPassword, passwordRemovable, passwordChangedAt, ownPasswords }, context) {
    if (hasPassword === undefined) return undefined
    const { words } = context
    const password = passwordWords(context)
    const href = returningUrl(`${context.basePath}/change-password`, context)
    const row = { key: "password", icon: "lock" } as const
    if (!hasPassword) {
      const action = { kind: "link", label: words.add, name: password.add, href } as const
      return { rows: [{ ...row, title: words.off, note: "", actions: [action] }] }
    }
    const form = changeForm(context, "remove-password", { label: words.remove, name: password.remove })
    const remove = { ...form, question: password.removeQuestion }
    const actions: RowAction[] = [{ kind: "link", label: words.change, name: password.change, href }]
    if (passwordRemovable) actions.push({ kind: "confirm", form: remove })
    const age = passwordChangedAt && relativeAge(passwordChangedAt, context.calendar)
    const changed = age && fill(words.passwordChanged, { date: age })
    const isLast = !passwordRemovable && !ownPasswords
    return { rows: [{ ...row, title: changed || words.on, note: isLast ? words.lastMethod : "", actions }] }
  },
}
