import type { PublicProvider } from "../../client/contract.ts"
import type { AccountChange, LinkedAccount, PasskeyDetails, SessionDetails } from "../../client/account-contract.ts"
import { browserName } from "./browser-name.ts"
import { hiddenFields } from "./card.ts"
import type { account } from "./messages/en.ts"
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

export type RowAction =
  | { readonly kind: "post"; readonly provider: string; readonly form: FormView }
  | { readonly kind: "confirm"; readonly form: ConfirmFormView }
  | { readonly kind: "edit"; readonly form: EditFormView }

export interface RowView {
  readonly key: string
  readonly mark: ProviderMark | undefined
  readonly icon: "key" | undefined
  readonly title: string
  readonly badge: string | undefined
  readonly note: string
  readonly action: RowAction | undefined
}

/** The inputs of every row. */
export interface RowContext {
  words: typeof account
  id: string
  /** The URL that changes are posted to. */
  action: string
  csrfToken: string | undefined
  callbackUrl: string | undefined
  busy: string | undefined
  calendar: DateContext
  marks: MarkLookup | undefined
}

const SEPARATOR = " · "
const joinParts = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(SEPARATOR)

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
    hidden: hiddenFields({ csrfToken: context.csrfToken, callbackUrl: context.callbackUrl }),
    label: words.link,
    name: fill(words.linkNamed, { name }),
    busy: context.busy === `link:${id}`,
  }
  const mark = context.marks?.(id) ?? neutral
  const action = { kind: "post", provider: id, form } as const
  return { key: `link:${id}`, mark, icon: undefined, title: name, badge: undefined, note: words.notLinked, action }
}

export function passkeyRow(passkey: PasskeyDetails, context: RowContext): RowView {
  const { words, calendar } = context
  const { id, name, createdAt, lastUsedAt, removable } = passkey
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
  const added = createdAt && fill(words.added, { date: relativeDay(createdAt, calendar) })
  const used = lastUsedAt && fill(words.used, { date: relativeDay(lastUsedAt, calendar) })
  return {
    key: id,
    mark: undefined,
    icon: "key",
    title: name,
    badge: undefined,
    note: joinParts([added, used].filter(Boolean).join(", "), !removable && words.lastMethod),
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

export function sessionRow({ id, current, createdAt, userAgent }: SessionDetails, context: RowContext): RowView {
  const { words, calendar } = context
  const { browser, system } = browserName(userAgent ?? "")
  const title =
    browser && system ? fill(words.browserOn, { browser, system }) : (browser ?? system ?? words.unknownBrowser)
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
