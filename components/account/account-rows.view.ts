import type { AccountChange } from "../../client/account-contract.ts"
import { hiddenFields } from "../view/card.ts"
import type { FieldView } from "../view/fields.ts"
import type { accountWords } from "../view/words.ts"
import { fill } from "../view/messages/fill.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import type { ProviderMark } from "../../client/contract.ts"
import { relativeDay, type DateContext } from "./relative-time.view.ts"
import { safeUrl } from "../view/safe-url.ts"
import type { HiddenFields, MarkLookup, PasskeyButtonView } from "../view/types.ts"
import type { PersonView } from "../view/user.ts"

/** A form of the account page. */
export interface FormView {
  /** Identifies the form while it is being sent. */
  readonly key: string
  readonly action: string
  readonly hidden: HiddenFields
  readonly label: string
  /** The label for users who can't see what the form belongs to. */
  readonly name: string
  readonly busy: boolean
}

/** A form that asks for confirmation first. */
export interface ConfirmFormView extends FormView {
  readonly question: string
  readonly cancel: string
}

/** A form with a field, and the item's other actions. */
export interface EditFormView extends FormView {
  readonly id: string
  readonly open: string
  readonly openName: string
  readonly cancel: string
  /** Shown above the fields. */
  readonly text?: string | undefined
  readonly fields: readonly FieldView[]
  /** Shown below the fields. */
  readonly hint?: string | undefined
  /** Whether the form takes something away for good. */
  readonly danger?: boolean | undefined
  readonly remove?: ConfirmFormView | undefined
}

/** The form of a row: a plain one, one with a confirmation, or one that edits. */
export type RowAction =
  | { readonly kind: "link"; readonly label: string; readonly name: string; readonly href: string }
  // `provider` is the sign-in method that the form links
  | { readonly kind: "post"; readonly provider?: string | undefined; readonly form: FormView }
  | { readonly kind: "passkey"; readonly button: PasskeyButtonView }
  | { readonly kind: "confirm"; readonly form: ConfirmFormView }
  | { readonly kind: "edit"; readonly form: EditFormView }

/** The icon of a row. */
export type RowIcon =
  | "key"
  | "phone"
  | "tablet"
  | "laptop"
  | "codes"
  | "lock"
  | "envelope"
  | "clock"
  | "shield"
  | "download"
  | "trash"

/** An item of the account, such as a sign-in method, a passkey or a session. */
export interface RowView {
  readonly key: string
  readonly mark?: ProviderMark | string | undefined
  readonly icon?: RowIcon | undefined
  /** Shown instead of an icon. */
  readonly person?: PersonView | undefined
  readonly title: string
  readonly badge?: string | undefined
  readonly note: string
  /** Whether something waits for the user. */
  readonly pending?: boolean | undefined
  readonly actions: readonly RowAction[]
}

/** A part of the account, by the name of its `data-part`. */
export type SectionPart = "profile" | "email" | "password" | "two-step" | "passkeys" | "methods" | "sessions" | "danger"

/** The content of a section. */
export interface SectionContent {
  readonly rows: readonly RowView[]
  /** Shown below the title. */
  readonly text?: string | undefined
  readonly after?: ConfirmFormView | undefined
  /** The button that adds a passkey. */
  readonly add?: PasskeyButtonView | undefined
}

/** A change of the account, as the forms of this card send it. */
export type FormChange =
  | AccountChange
  | ("change-email" | "cancel-email-change" | "update-profile" | "delete-account" | "cancel-deletion")
  | ("add-passkey" | "export" | "link" | "new-recovery-codes")

/** The inputs of every row. */
export interface RowContext {
  words: typeof accountWords
  /** Whether the card has only one section. */
  isAlone: boolean
  /** The note at the last sign-in method that Latchkit knows. `undefined` if the user may also have a password. */
  lastMethod: string | undefined
  messages: MessageOverrides | undefined
  id: string
  basePath: string
  csrfToken: string | undefined
  callbackUrl: string | undefined
  busy: string | undefined
  calendar: DateContext
  marks: MarkLookup | undefined
  /** Whether passkey buttons are hidden, because the browser has no passkeys or the script doesn't run yet. */
  passkeys: Pick<PasskeyButtonView, "hidden" | "later">
}

/** Joins the parts of a note. Missing parts are left out. */
export const joinParts = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(" · ")

/** Returns when something was added and last used. */
export function usedNote(
  { createdAt, lastUsedAt }: { createdAt: string | null; lastUsedAt: string | null },
  { words, calendar }: Pick<RowContext, "words" | "calendar">,
): string {
  const added = createdAt && fill(words.added, { date: relativeDay(createdAt, calendar) })
  const lastUsed = lastUsedAt && fill(words.used, { date: relativeDay(lastUsedAt, calendar) })
  return [added, lastUsed].filter(Boolean).join(", ")
}

/** Returns a form that requests one change. */
export function changeForm(
  context: RowContext,
  change: FormChange,
  { id, label, name = label }: { id?: string; label: string; name?: string },
): FormView & Pick<ConfirmFormView, "cancel"> {
  const key = id === undefined ? change : `${change}:${id}`
  const { csrfToken, callbackUrl, words } = context
  const hidden = hiddenFields({ csrfToken, callbackUrl, change, id })
  const action = safeUrl(`${context.basePath}/account`)
  return { key, action, hidden, label, name, busy: context.busy === key, cancel: words.cancel }
}

interface NamedItem {
  kind: "factor" | "passkey"
  id: string
  name: string
  /** The label of the name's field. */
  label: string
  /** Asked before the item is removed. `undefined` if it can't be. */
  question: string | undefined
}

/** Returns the form that renames an item of the account, and the form that removes it. */
export function renameForm(context: RowContext, { kind, id, name, label, question }: NamedItem): EditFormView {
  const { words } = context
  const removal = { id, label: words.remove, name: fill(words.removeNamed, { name }) }
  return {
    ...changeForm(context, `rename-${kind}`, { id, label: words.save, name: fill(words.renameNamed, { name }) }),
    id: `${context.id}-edit-${id}`,
    open: words.edit,
    openName: fill(words.editNamed, { name }),
    fields: [rowField(context, { key: id, name: "name", label, value: name, maxlength: 100 })],
    remove: question === undefined ? undefined : { ...changeForm(context, `remove-${kind}`, removal), question },
  }
}

/** Returns a field of a row's form. */
export function rowField(
  { id }: RowContext,
  { key, ...field }: Pick<FieldView, "name" | "label"> & Partial<FieldView> & { key: string },
): FieldView {
  const base = { type: "text", required: true, autocomplete: "off", error: undefined, invalid: false }
  return { ...base, id: `${id}-${field.name}-${key}`, ...field }
}

/** Adds to a URL of Latchkit that it returns to this page. */
export function returningUrl(url: string, { callbackUrl }: Pick<RowContext, "callbackUrl">): string {
  if (callbackUrl === undefined) return safeUrl(url)
  return safeUrl(`${url}${url.includes("?") ? "&" : "?"}callbackUrl=${encodeURIComponent(callbackUrl)}`)
}

/** A part of the account card that its navigation leads to. */
export interface AreaView {
  /** The id of its heading. */
  readonly id: string
  readonly title: string
  readonly parts: readonly SectionPart[]
}

/** Returns the areas of a card with these sections, in order. */
export function accountAreas(
  shown: readonly { readonly part: SectionPart }[],
  { id, words }: { id: string; words: typeof accountWords },
): readonly AreaView[] {
  const areas = [
    { id: `${id}-profile`, title: words.profile, parts: ["profile", "email"] },
    {
      id: `${id}-security`,
      title: words.security,
      parts: ["password", "two-step", "passkeys", "methods", "sessions"],
    },
    { id: `${id}-danger`, title: words.data, parts: ["danger"] },
  ] satisfies AreaView[]
  return areas.filter(({ parts }) => shown.some(({ part }) => (parts as SectionPart[]).includes(part)))
}
