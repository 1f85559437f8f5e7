import type { CreatePasskeyView } from "../create-passkey.ts"
import { key } from "../icons.ts"
import type { ElementNode } from "../node.ts"
import { card } from "./card.ts"
import { disc, lead, status } from "./parts.ts"
import { proofForm } from "./step.ts"
import { unbroken } from "./unbroken.ts"

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
