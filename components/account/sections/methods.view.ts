import type { LinkedAccount } from "../../../client/account-contract.ts"
import type { PublicProvider } from "../../../client/contract.ts"
import type { Section } from "../account-card.view.ts"
import { changeForm, joinParts, type RowContext, type RowView } from "../account-rows.view.ts"
import { hiddenFields } from "../../view/card.ts"
import { fill } from "../../view/messages/fill.ts"
import { markOrLetter } from "../../view/provider-marks.ts"
import { safeUrl } from "../../view/safe-url.ts"
import { passwordLabel } from "./password.view.ts"

/**
 * Every sign-in method that the user has or can link. A card of its own lists email and password too, without actions.
 */
export const methodsSection: Section = {
  part: "methods",
  title: ({ words }) => words.methods,
  changes: {
    unlink: "unlinked",
    link: undefined,
  },
  content({ user, accounts, linkable, emailMethod, hasPassword }, context) {
    const { words } = context
    const buttons = linkable.filter(({ type }) => type === "oauth" || type === "oidc")
    const rows: RowView[] = (accounts ?? []).map((account) => linkedRow(account, context))
    if (accounts) rows.push(...buttons.map((provider) => linkableRow(provider, context)))
    if (context.isAlone && emailMethod && user.email)
      rows.push({ key: "email", icon: "envelope", title: emailMethod.name, note: user.email, actions: [] })
    if (context.isAlone && hasPassword)
      rows.push({ key: "password", icon: "lock", title: passwordLabel(context), note: words.on, actions: [] })
    return rows.length === 0 ? undefined : { rows, text: words.methodsText }
  },
}

function linkedRow(account: LinkedAccount, context: RowContext): RowView {
  const { words } = context
  const { id, provider, name, label, removable } = account
  const form = {
    ...changeForm(context, "unlink", { id, label: words.unlink, name: fill(words.unlinkNamed, { name }) }),
    question: fill(words.unlinkQuestion, { name }),
  }
  return {
    key: id,
    mark: markOrLetter(context.marks?.(provider), name),
    title: name,
    note: joinParts(label ?? words.linked, !removable && context.lastMethod),
    actions: removable ? [{ kind: "confirm", form }] : [],
  }
}

function linkableRow({ id, name, signinUrl }: PublicProvider, context: RowContext): RowView {
  const { words, csrfToken, callbackUrl } = context
  const key = `link:${id}`
  const form = {
    key,
    action: safeUrl(signinUrl),
    hidden: hiddenFields({ csrfToken, callbackUrl, link: "yes" }),
    label: words.link,
    name: fill(words.linkNamed, { name }),
    busy: context.busy === key,
  }
  const mark = markOrLetter(context.marks?.(id), name)
  return { key, mark, title: name, note: words.notLinked, actions: [{ kind: "post", provider: id, form }] }
}
