import { icon } from "../view/icons.ts"
import { codes as codesIcon, download as downloadIcon, printer } from "../view/more-icons.ts"
import { h, type ElementNode } from "../view/node.ts"
import type { RecoveryCodesView } from "./recovery-codes.view.ts"
import { card } from "../view/markup/card.ts"
import { alert, button, disc, hidden, lead, status, submit } from "../view/markup/parts.ts"
import { copyButton, stepFooter } from "./step.markup.ts"
import { unbroken } from "../view/markup/unbroken.ts"

/** Renders the card that shows recovery codes. The page itself copies, saves and prints them. */
export function recoveryCodesMarkup(view: RecoveryCodesView): ElementNode {
  const { id, codes, copy, download, print, form } = view
  const scripted = { type: "button", hidden: copy.hidden }
  const save = { ...scripted, "data-download": download.name, "data-text": download.text }
  return card(
    view,
    "recovery-codes",
    { state: disc(codesIcon), lead: lead(...unbroken(view.text)), title: unbroken(view.title) },
    h(
      "form",
      { class: "auth-form", method: form.method, action: form.action, "data-part": "form" },
      ...hidden(form.hidden),
      alert(id, view.alert),
      h(
        "ol",
        {
          class: "auth-providers auth-codes auth-panel",
          dir: "ltr",
          "aria-label": view.codesLabel,
          "data-layout": view.wide ? undefined : "pair",
        },
        ...codes.map((code) => h("li", {}, h("code", {}, code))),
      ),
      h(
        "div",
        { class: "auth-providers", "data-layout": "row", "data-part": "save" },
        copyButton(copy),
        button(download.label, false, save, icon(downloadIcon)),
        button(print.label, false, { ...scripted, "data-print": true }, icon(printer)),
      ),
      h("p", { class: "auth-note", "data-part": "hint" }, view.hint),
      h(
        "label",
        { class: "auth-remember", "data-part": "saved" },
        h("input", { class: "auth-check", type: "checkbox", required: true }),
        form.saved,
      ),
      submit(form.label, { busy: form.busy, variant: "primary" }),
    ),
    view.footer && stepFooter(view.footer),
    status(view.status, view.waiting),
  )
}
