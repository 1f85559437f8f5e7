import type { EnrollTotpView } from "./enroll-totp.view.ts"
import { shield } from "../view/more-icons.ts"
import { h, type ElementNode } from "../view/node.ts"
import { card } from "../view/markup/card.ts"
import { disc, lead, status } from "../view/markup/parts.ts"
import { copyButton, proofForm, stepFooter } from "./step.markup.ts"
import { unbroken } from "../view/markup/unbroken.ts"

/** The size of a module in pixels, and the modules of the quiet zone around the code (ISO/IEC 18004, section 5.3.8). */
const MODULE = 5
const QUIET_ZONE = 4

/** Renders the card that sets up an authenticator app. The key is text too, for users who can't scan. */
export function enrollTotpMarkup(view: EnrollTotpView): ElementNode {
  const { id, qr, key, open, form } = view
  const side = qr.size + 2 * QUIET_ZONE
  const code = h(
    "svg",
    {
      class: "auth-qr",
      viewBox: `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`,
      width: side * MODULE,
      height: side * MODULE,
      role: "img",
      "aria-label": qr.label,
    },
    h("path", { d: qr.d }),
  )
  const keyRow = h(
    "div",
    { class: "auth-row auth-panel", "data-part": "key" },
    h(
      "p",
      { class: "auth-row-text" },
      h("span", { class: "auth-note" }, key.label),
      h("code", { dir: "ltr" }, key.text),
    ),
    copyButton(view.copy, { size: "small" }),
  )
  return card(
    view,
    "enroll-totp",
    { state: disc(shield), lead: lead(...unbroken(view.text)), title: unbroken(view.title) },
    proofForm(form, {
      id,
      alert: view.alert,
      before: [code, open && h("a", { class: "auth-link", href: open.href }, open.label), keyRow],
    }),
    stepFooter(view.footer),
    status(view.status, view.waiting),
  )
}
