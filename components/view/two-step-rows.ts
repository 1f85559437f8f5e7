import type { FactorDetails, TrustedDevice, TwoStepDetails } from "../../client/account-contract.ts"
import { changeForm, joinParts, returningUrl, usedNote, type RowContext, type RowView } from "./account-rows.ts"
import { deviceTitle } from "./browser-name.ts"
import { hiddenFields } from "./card.ts"
import { fill } from "./messages/fill.ts"
import { relativeTime } from "./relative-time.ts"
import { safeUrl } from "./safe-url.ts"

/** Returns the rows of two-step verification: second factors, those to set up, recovery codes and trusted devices. */
export function twoStepRows(details: TwoStepDetails, context: RowContext): RowView[] {
  const { factors, addable, recoveryCodes, trustedDevices } = details
  return [
    ...factors.map((factor) => factorRow(factor, context)),
    ...addable.map((factor) =>
      addableRow(factor, { context, another: factors.some(({ kind }) => kind === factor.kind) }),
    ),
    ...(recoveryCodes ? [codesRow(recoveryCodes, context)] : []),
    ...trustedDevices.map((device) => deviceRow(device, context)),
  ]
}

const ICONS = { totp: "phone", "security-key": "key" } as const

const kindName = (kind: FactorDetails["kind"], { words, factorWords }: RowContext) =>
  kind === "totp" ? factorWords.totp : words.securityKey

function factorRow({ id, kind, name, removable, ...dates }: FactorDetails, context: RowContext): RowView {
  const { words } = context
  const title = name ?? kindName(kind, context)
  const remove = {
    ...changeForm(context, "remove-factor", {
      id,
      label: words.remove,
      name: fill(words.removeNamed, { name: title }),
    }),
    question: words.removeFactorQuestion,
    cancel: words.cancel,
  }
  const rename = {
    ...changeForm(context, "rename-factor", { id, label: words.save, name: fill(words.renameNamed, { name: title }) }),
    open: words.edit,
    openName: fill(words.editNamed, { name: title }),
    cancel: words.cancel,
    field: { id: `${context.id}-name-${id}`, label: words.factorName, value: title },
    remove: removable ? remove : undefined,
  }
  return {
    key: id,
    mark: undefined,
    icon: ICONS[kind],
    title,
    badge: words.on,
    note: joinParts(name !== null && kindName(kind, context), usedNote(dates, context)),
    action: { kind: "edit", form: rename },
  }
}

function addableRow(
  { kind, url }: TwoStepDetails["addable"][number],
  { context, another }: { context: RowContext; another: boolean },
): RowView {
  const { words } = context
  const title = kindName(kind, context)
  const name = fill(words.setUpNamed, { name: title })
  const action = { kind: "link", label: words.setUp, name, href: returningUrl(url, context) } as const
  const note = another ? "" : words.off
  return { key: `add:${kind}`, mark: undefined, icon: ICONS[kind], title, badge: undefined, note, action }
}

// The new codes are a page of their own, because they are shown once
function codesRow({ left, total, url }: NonNullable<TwoStepDetails["recoveryCodes"]>, context: RowContext): RowView {
  const { words, csrfToken, callbackUrl } = context
  const key = "new-recovery-codes"
  const form = {
    key,
    action: safeUrl(url),
    hidden: hiddenFields({ csrfToken, callbackUrl }),
    label: words.newCodes,
    name: words.newCodes,
    busy: context.busy === key,
    question: words.newCodesQuestion,
    cancel: words.cancel,
  }
  const note = fill(words.codesLeft, { count: String(left), total: String(total) })
  const title = context.codesTitle
  return { key, mark: undefined, icon: "codes", title, badge: undefined, note, action: { kind: "confirm", form } }
}

function deviceRow({ id, current, expires, device }: TrustedDevice, context: RowContext): RowView {
  const { words, calendar } = context
  const title = deviceTitle(device, words)
  const name = fill(words.removeNamed, { name: title })
  const form = changeForm(context, "remove-trusted-device", { id, label: words.remove, name })
  return {
    key: `trusted:${id}`,
    mark: undefined,
    icon: "phone",
    title,
    badge: current ? words.thisDevice : undefined,
    // In full, because relative dates are for the past
    note: fill(words.trustedUntil, { date: relativeTime(expires, { lang: calendar.lang }) }),
    action: { kind: "confirm", form: { ...form, question: words.untrustQuestion, cancel: words.cancel } },
  }
}
