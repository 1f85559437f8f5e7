import { exclamation } from "../icons.ts"
import { check, envelope } from "../more-icons.ts"
import { h, type ElementNode, type ViewNode } from "../node.ts"
import type { NoticeView } from "../notice.ts"
import { card } from "./card.ts"
import { alert, buttonLink, disc, footerLine, hidden, link, status, submit } from "./parts.ts"
import { digitsField } from "./digits.ts"
import { textPart, unbroken } from "./unbroken.ts"
import { sentenceLead } from "./user.ts"

const ICONS = { alert: exclamation, mail: envelope, check }

/** Renders a card with one message and its next step. */
export function noticeMarkup(view: NoticeView): ElementNode {
  const { form, hint, text, strong } = view
  // The explanation is above the button, which is red, as in the email
  const isDanger = form?.danger === true
  const explanation = hint !== undefined && h("p", { class: isDanger ? "auth-lead" : "auth-hint" }, ...unbroken(hint))
  const [first, ...more] = view.links.filter(({ variant }) => variant === undefined)
  return card(
    view,
    view.part,
    {
      state: disc(ICONS[view.icon], view.tone),
      title: unbroken(view.title),
      lead: (strong ?? text) !== "" && sentenceLead(view),
    },
    view.again && alert(view.id, view.alert),
    isDanger && explanation,
    form &&
      h(
        "form",
        { class: "auth-form", method: "post", action: form.action, "data-part": "form" },
        ...hidden(form.hidden),
        submit(form.label, { busy: form.busy, variant: isDanger ? "danger" : "primary" }),
      ),
    view.code &&
      h(
        "form",
        { class: "auth-form", method: "post", action: view.code.action, "data-part": "code" },
        ...hidden(view.code.hidden),
        alert(`${view.id}-code`, view.code.alert, false), // the user continues with the code
        digitsField(view.code.field, `${view.id}-code-alert`),
        submit(view.code.label, { busy: view.code.busy }),
      ),
    links(view.links.filter(({ variant }) => variant !== undefined)),
    view.again && resendForm(view.again),
    !view.again && links(first ? [first, ...more] : []),
    !isDanger && explanation,
    view.again && first && footerLine({ ...first, text: undefined }, more.length > 0 ? more : undefined),
    status(view.status, view.waiting),
  )
}

function links(all: NoticeView["links"]): ViewNode {
  if (all.length === 0) return undefined
  const elements = all.map(({ label, href, variant }) =>
    variant === undefined ? link(label, href) : buttonLink(label, href, variant),
  )
  return h("div", { class: "auth-links", "data-part": "links" }, ...elements)
}

/** Renders a sentence that ends in its button, so that it works without a script. */
export function resendForm({
  action,
  hidden: fields,
  done,
  sentence,
  label,
  busy,
  waits,
  countdown,
}: NonNullable<NoticeView["again"]>): ElementNode {
  const state = { "aria-busy": busy ? "true" : undefined, "aria-disabled": busy || waits ? "true" : undefined }
  const wait = countdown && { "data-wait": countdown.seconds, "data-wait-sentence": countdown.sentence }
  return h(
    "form",
    { class: "auth-again", method: "post", action, "data-part": "again" },
    ...hidden(fields),
    done !== undefined && h("strong", {}, done),
    textPart(`${sentence} `),
    h("button", { class: "auth-link", type: "submit", ...state, ...wait }, label),
  )
}
