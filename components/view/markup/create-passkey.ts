import type { CreatePasskeyView } from "../create-passkey.ts"
import { key } from "../icons.ts"
import type { ElementNode } from "../node.ts"
import { card } from "./card.ts"
import { disc, status } from "./parts.ts"
import { proofForm, stepLead } from "./step.ts"
import { unbroken } from "./unbroken.ts"

/** Renders the page that creates the passkey of a new user. */
export function createPasskeyMarkup(view: CreatePasskeyView): ElementNode {
  const { id, form, text, title, alert } = view
  const lead = stepLead({ text, strong: undefined, after: "" })
  return card(
    view,
    "create-passkey",
    { state: disc(key), lead, title: unbroken(title) },
    proofForm(form, { id, alert }),
    status(view.status, view.waiting),
  )
}
