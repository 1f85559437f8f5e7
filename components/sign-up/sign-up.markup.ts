import { icon, key } from "../view/icons.ts"
import { h, type ElementNode } from "../view/node.ts"
import type { SignUpParts, SignUpView } from "./sign-up.view.ts"
import { noticeMarkup } from "../view/markup/notice.ts"
import { submit } from "../view/markup/parts.ts"
import { passwordFormMarkup } from "../password/password-form.markup.ts"
import { divider, providerButtons } from "../sign-in/sign-in.markup.ts"

/** Renders the card that creates an account. */
export function signUpMarkup(view: SignUpView): ElementNode {
  if (view.kind === "notice") return noticeMarkup(view)
  const { passkey, providers, terms, id } = view
  return passwordFormMarkup(view, {
    before: providers
      ? [
          h("div", { class: "auth-methods", "data-part": "methods" }, providerButtons(providers.group, id)),
          divider(providers),
        ]
      : [],
    submits: [passkey && passkeyChoice(passkey)],
    after: [terms && termsLine(terms)],
  })
}

// The first button of the form is the one of the password: the Enter key presses it, also without a script
function passkeyChoice({ label, busy, hidden, later }: NonNullable<SignUpParts["passkey"]>): ElementNode {
  const button = submit(label, { busy, variant: "secondary" }, icon(key))
  const attributes = { name: "passkey", formnovalidate: true, hidden, "data-later": later }
  return { ...button, attributes: { ...button.attributes, ...attributes } }
}

const termsLine = (terms: NonNullable<SignUpParts["terms"]>) =>
  h(
    "p",
    { class: "auth-hint", "data-part": "terms" },
    ...terms.map(({ text, href }) =>
      href === undefined ? text : h("a", { class: "auth-link", href, rel: "external" }, text),
    ),
  )
