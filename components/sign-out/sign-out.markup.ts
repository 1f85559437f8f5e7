import { h, type ElementNode } from "../view/node.ts"
import type { SignOutView } from "./sign-out.view.ts"
import { card } from "../view/markup/card.ts"
import { alert, hidden, lead, link, status, submit } from "../view/markup/parts.ts"
import { unbroken } from "../view/markup/unbroken.ts"
import { emphasized } from "../view/markup/user.ts"

/** Renders the sign-out card. */
export function signOutMarkup(view: SignOutView): ElementNode {
  const { who, stay } = view
  return card(
    view,
    "sign-out",
    {
      title: unbroken(view.title),
      lead: who ? lead(...emphasized(who.before, who.name, who.after)) : lead(view.question),
    },
    alert(view.id, view.alert),
    h(
      "form",
      { class: "auth-form", method: "post", action: view.action, "data-part": "form" },
      ...hidden(view.hidden),
      submit(view.label, { busy: view.busy }),
    ),
    stay && h("div", { class: "auth-links", "data-part": "links" }, link(stay.label, stay.href)),
    status(view.busy ? view.waiting : "", view.waiting),
  )
}
