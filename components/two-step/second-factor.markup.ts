import { key } from "../view/icons.ts"
import { codes, envelope, shield } from "../view/more-icons.ts"
import { h, type ElementNode } from "../view/node.ts"
import type { SecondFactorView } from "./second-factor.view.ts"
import { card } from "../view/markup/card.ts"
import { resendForm } from "../view/markup/notice.ts"
import { alert, disc, link, status } from "../view/markup/parts.ts"
import { choiceLinks, choiceRows, proofForm, stepFooter } from "./step.markup.ts"
import { unbroken } from "../view/markup/unbroken.ts"
import { sentenceLead } from "../view/markup/user.ts"

const ICONS = { totp: shield, list: shield, recovery: codes, email: envelope, passkey: key }

/** Renders the second step of a sign-in. Every form works without a script, except for passkeys. */
export function secondFactorMarkup(view: SecondFactorView): ElementNode {
  const { id, form, choices, other, again, help, footer } = view
  return card(
    view,
    "second-factor",
    { state: disc(ICONS[view.method]), lead: sentenceLead(view), title: unbroken(view.title) },
    form ? proofForm(form, { id, alert: view.alert }) : alert(id, view.alert),
    choices.length > 0 && choiceRows(choices),
    again && resendForm(again),
    other && choiceLinks([other]),
    help && h("div", { class: "auth-links", "data-part": "help" }, link(help.label, help.href)),
    stepFooter(footer),
    status(view.status, view.waiting),
  )
}
