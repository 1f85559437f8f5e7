import type { FactorDetails, TwoStepDetails } from "../../../client/account-contract.ts"
import type { Section } from "../account-card.view.ts"
import { joinParts, returningUrl, renameForm, usedNote, type RowContext, type RowView } from "../account-rows.view.ts"
import { hiddenFields } from "../../view/card.ts"
import { codeWords, factorWords } from "../../view/words.ts"
import { fill, withOverrides } from "../../view/messages/fill.ts"
import { safeUrl } from "../../view/safe-url.ts"

/** The second factors, those to set up, and the recovery codes. */
export const twoStepSection: Section = {
  part: "two-step",
  title: ({ words }) => words.twoStep,
  changes: {
    "rename-factor": "renamed",
    "remove-factor": "removed",
    "new-recovery-codes": undefined,
  },
  content({ twoStep }, context) {
    if (!twoStep) return undefined
    const { factors, addable, recoveryCodes } = twoStep
    const isAnother = (kind: FactorDetails["kind"]) => factors.some((factor) => factor.kind === kind)
    const rows = [
      ...factors.map((factor) => factorRow(factor, context)),
      ...addable.map((factor) => addableRow(factor, { context, another: isAnother(factor.kind) })),
    ]
    if (recoveryCodes) rows.push(codesRow(recoveryCodes, context))
    return { rows, text: context.words.noTwoStep }
  },
}

const ICONS = { totp: "phone", "security-key": "key" } as const

const kindName = (kind: FactorDetails["kind"], { words, messages }: RowContext) =>
  kind === "totp" ? withOverrides(factorWords, messages?.secondFactor).totp : words.securityKey

function factorRow({ id, kind, name, removable, ...dates }: FactorDetails, context: RowContext): RowView {
  const { words } = context
  const title = name ?? kindName(kind, context)
  const form = renameForm(context, {
    kind: "factor",
    id,
    name: title,
    label: words.factorName,
    question: removable ? words.removeFactorQuestion : undefined,
  })
  return {
    key: id,
    icon: ICONS[kind],
    title,
    badge: words.on,
    note: joinParts(name !== null && kindName(kind, context), usedNote(dates, context)),
    actions: [{ kind: "edit", form }],
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
  return { key: `add:${kind}`, icon: ICONS[kind], title, note: another ? "" : words.off, actions: [action] }
}

// The new codes are a page of their own, because they are shown once
function codesRow({ left, total, url }: NonNullable<TwoStepDetails["recoveryCodes"]>, context: RowContext): RowView {
  const { words, messages, csrfToken, callbackUrl } = context
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
  const title = withOverrides(codeWords, messages?.twoStep).codes
  return { key, icon: "codes", title, note, actions: [{ kind: "confirm", form }] }
}
