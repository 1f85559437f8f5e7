import type { CreatePasskeyView } from "./create-passkey.view.ts"
import { key } from "../view/icons.ts"
import type { ElementNode } from "../view/node.ts"
import { card } from "../view/markup/card.ts"
import { disc, lead, status } from "../view/markup/parts.ts"
import { proofForm } from "../two-step/step.markup.ts"
import { unbroken } from "../view/markup/unbroken.ts"

/** Renders the page that creates the passkey of a new user. */
export function createPasskeyMarkup(view: CreatePasskeyView): ElementNode {
  const { id, form, text, title, alert } = view
  return card(
    view,
    "create-passkey",
    { state: disc(key), lead: lead(...unbroken(text)), title: unbroken(title) },
    proofForm(form, { id, alert }),
    status(view.status, view.waiting),
  )
}
