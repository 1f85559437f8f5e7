import type { PublicProvider } from "../../client/contract.ts"
import type {
  AccountChange,
  AccountDetails,
  LinkedAccount,
  PasskeyDetails,
  SessionDetails,
} from "../../client/account-contract.ts"
import { deviceTitle } from "./browser-name.ts"
import { hiddenFields } from "./card.ts"
import type { account, password, secondFactor } from "./messages/en.ts"
import { fill } from "./messages/fill.ts"
import { neutral, type ProviderMark } from "./provider-marks.ts"
import { safeUrl } from "./safe-url.ts"
import type { HiddenFields, MarkLookup } from "./types.ts"
import { relativeTime, relativeDay, type DateContext } from "./relative-time.ts"

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

/** A form that renames an item, and the item's other actions. */
export interface EditFormView extends FormView {
  readonly open: string
  readonly openName: string
  readonly cancel: string
  readonly field: { readonly id: string; readonly label: string; readonly value: string }
  readonly remove: ConfirmFormView | undefined
}

/** The form of a row: a plain one, one with a confirmation, or one that edits. */
export type RowAction =
  | { readonly kind: "link"; readonly label: string; readonly name: string; readonly href: string }
  | { readonly kind: "post"; readonly provider: string; readonly form: FormView }
  | { readonly kind: "confirm"; readonly form: ConfirmFormView }
  | { readonly kind: "edit"; readonly form: EditFormView }

/** A sign-in method, passkey or session in the account card. */
export interface RowView {
  readonly key: string
  readonly mark: ProviderMark | undefined
  readonly icon: "key" | "phone" | "codes" | "lock" | undefined
  readonly title: string
  readonly badge: string | undefined
  readonly note: string
  readonly action: RowAction | undefined
  /** A second action. */
  readonly more?: RowAction | undefined
}

/** The inputs of every row. */
export interface RowContext {
  words: typeof account
  factorWords: Pick<typeof secondFactor, "totp">
  codesTitle: string
  passwordWords: typeof password
  passwordTitle: string
  id: string
  /** The URL that changes are posted to. */
  action: string
  /** The page that changes or adds a password. */
  passwordUrl: string
  csrfToken: string | undefined
  callbackUrl: string | undefined
  busy: string | undefined
  calendar: DateContext
  marks: MarkLookup | undefined
}

const SEPARATOR = " · "
/** Joins the parts of a note. Missing parts are left out. */
export const joinParts = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(SEPARATOR)

/** Returns when something was added and last used. */
export function usedNote(
  { createdAt, lastUsedAt }: { createdAt: string | null; lastUsedAt: string | null },
  { words, calendar }: Pick<RowContext, "words" | "calendar">,
): string {
  const added = createdAt && fill(words.added, { date: relativeDay(createdAt, calendar) })
  const used = lastUsedAt && fill(words.used, { date: relativeDay(lastUsedAt, calendar) })
  return [added, used].filter(Boolean).join(", ")
}

/** Returns a form that requests one change. */
export function changeForm(
  context: RowContext,
  change: AccountChange,
  { id, label, name }: { id?: string; label: string; name: string },
): FormView {
  const key = id === undefined ? change : `${change}:${id}`
  const { csrfToken, callbackUrl } = context
  const hidden = hiddenFields({ csrfToken, callbackUrl, change, id })
  return { key, action: context.action, hidden, label, name, busy: context.busy === key }
}

/** Returns the row of a sign-in method that the user has. */
export function linkedRow(account: LinkedAccount, context: RowContext): RowView {
  const { words } = context
  const { id, provider, name, label, removable } = account
  const form = changeForm(context, "unlink", { id, label: words.unlink, name: fill(words.unlinkNamed, { name }) })
  return {
    key: id,
    mark: context.marks?.(provider) ?? neutral,
    icon: undefined,
    title: name,
    badge: undefined,
    note: joinParts(label ?? words.linked, !removable && words.lastMethod),
    action: removable
      ? { kind: "confirm", form: { ...form, question: fill(words.unlinkQuestion, { name }), cancel: words.cancel } }
      : undefined,
  }
}

/** Returns the row of a sign-in method that the user can add. */
export function linkableRow({ id, name, signinUrl }: PublicProvider, context: RowContext): RowView {
  const { words } = context
  const form = {
    key: `link:${id}`,
    action: safeUrl(signinUrl),
    hidden: hiddenFields({ csrfToken: context.csrfToken, callbackUrl: context.callbackUrl, link: "yes" }),
    label: words.link,
    name: fill(words.linkNamed, { name }),
    busy: context.busy === `link:${id}`,
  }
  const mark = context.marks?.(id) ?? neutral
  const action = { kind: "post", provider: id, form } as const
  return { key: `link:${id}`, mark, icon: undefined, title: name, badge: undefined, note: words.notLinked, action }
}

/** Adds to a URL of Latchkit that it returns to this page. */
export function returningUrl(url: string, { callbackUrl }: Pick<RowContext, "callbackUrl">): string {
  if (callbackUrl === undefined) return safeUrl(url)
  return safeUrl(`${url}${url.includes("?") ? "&" : "?"}callbackUrl=${encodeURIComponent(callbackUrl)}`)
}

/** Returns the row that changes and removes the password, or adds one. */
export function passwordRow(
  { hasPassword, passwordRemovable }: Pick<AccountDetails, "hasPassword" | "passwordRemovable">,
  context: RowContext,
): RowView {
  const { words, passwordWords, passwordTitle: title } = context
  const form = changeForm(context, "remove-password", { label: words.remove, name: passwordWords.remove })
  const href = returningUrl(context.passwordUrl, context)
  const row = { key: "password", mark: undefined, icon: "lock", title, badge: undefined } as const
  if (!hasPassword) {
    const action = { kind: "link", label: words.add, name: passwordWords.add, href } as const
    return { ...row, note: words.off, action }
  }
  return {
    ...row,
    note: passwordRemovable ? "" : words.lastMethod,
    action: { kind: "link", label: words.change, name: passwordWords.change, href },
    more: passwordRemovable
      ? { kind: "confirm", form: { ...form, question: passwordWords.removeQuestion, cancel: words.cancel } }
      : undefined,
  }
}

export function passkeyRow(passkey: PasskeyDetails, context: RowContext): RowView {
  const { words } = context
  const { id, name, removable } = passkey
  const rename = changeForm(context, "rename-passkey", {
    id,
    label: words.save,
    name: fill(words.renameNamed, { name }),
  })
  const remove = changeForm(context, "remove-passkey", {
    id,
    label: words.remove,
    name: fill(words.removeNamed, { name }),
  })
  return {
    key: id,
    mark: undefined,
    icon: "key",
    title: name,
    badge: undefined,
    note: joinParts(usedNote(passkey, context), !removable && words.lastMethod),
    action: {
      kind: "edit",
      form: {
        ...rename,
        open: words.edit,
        openName: fill(words.editNamed, { name }),
        cancel: words.cancel,
        field: { id: `${context.id}-name-${id}`, label: words.passkeyName, value: name },
        remove: removable ? { ...remove, question: words.removeQuestion, cancel: words.cancel } : undefined,
      },
    },
  }
}

export function sessionRow({ id, current, createdAt, device }: SessionDetails, context: RowContext): RowView {
  const { words, calendar } = context
  const title = deviceTitle(device, words)
  const form = changeForm(context, "revoke-session", {
    id,
    label: words.revoke,
    name: fill(words.revokeNamed, { name: title }),
  })
  return {
    key: id,
    mark: undefined,
    icon: undefined,
    title,
    badge: current ? words.thisDevice : undefined,
    note: current
      ? words.activeNow
      : createdAt === null
        ? ""
        : fill(words.signedInSince, { date: relativeTime(createdAt, calendar) }),
    action: current
      ? undefined
      : { kind: "confirm", form: { ...form, question: words.revokeQuestion, cancel: words.cancel } },
  }
}
