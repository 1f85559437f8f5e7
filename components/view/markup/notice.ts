import { h, type ElementNode } from "../node.ts"
import type { NoticeView } from "../notice.ts"
import { card, disc, hidden, lead, link, submit } from "./parts.ts"

/** A card that says one thing and leads on, as elements. */
export function noticeMarkup(view: NoticeView): ElementNode {
  const { form, hint, strong } = view
  return card(
    view,
    view.part,
    { head: disc(view.icon, view.tone), lead: lead(strong === undefined ? view.text : `${view.text} `, strong !== undefined && h("strong", { dir: "auto" }, strong)) },
    form &&
      h("form", { class: "auth-form", method: "post", action: form.action, "data-part": "form" }, ...hidden(form.hidden), submit(form.label, {})),
    h("div", { class: "auth-links", "data-part": "links" }, ...view.links.map(({ label, href, primary }) => link(label, href, primary ? "secondary" : undefined))),
    hint !== undefined && h("p", { class: "auth-hint" }, hint),
  )
}
