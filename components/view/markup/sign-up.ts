import { h, type ElementNode } from "../node.ts"
import type { SignUpParts, SignUpView } from "../sign-up.ts"
import { noticeMarkup } from "./notice.ts"
import { passwordFormMarkup } from "./password-form.ts"
import { divider, providerButtons } from "./sign-in.ts"

/** Renders the card that creates an account. */
export function signUpMarkup(view: SignUpView): ElementNode {
  if (view.kind === "notice") return noticeMarkup(view)
  const { providers, terms, id } = view
  return passwordFormMarkup(view, {
    before: providers
      ? [
          h("div", { class: "auth-methods", "data-part": "methods" }, providerButtons(providers.group, id)),
          divider(providers),
        ]
      : [],
    after: [terms && termsLine(terms)],
  })
}

const termsLine = (terms: NonNullable<SignUpParts["terms"]>) =>
  h(
    "p",
    { class: "auth-hint", "data-part": "terms" },
    ...terms.map(({ text, href }) =>
      href === undefined ? text : h("a", { class: "auth-link", href, rel: "external" }, text),
    ),
  )
