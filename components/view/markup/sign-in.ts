import { icon } from "../icons.ts"
import { h, slot, type ElementNode, type ViewNode } from "../node.ts"
import type { ButtonMethod, FormMethod, SignInGroup, SignInView } from "../sign-in.ts"
import { alert, card, disc, field, hidden, mark, status, submit } from "./parts.ts"

/** The sign-in card as elements; every rendering prints these. */
export function signInMarkup(view: SignInView): ElementNode {
  const groups = view.groups.flatMap((group, index): ViewNode[] => [
    index > 0 && divider(view, view.groups[index - 1], group),
    ...(group.kind === "form" ? around(group.method.id, form(group.method, view)) : [buttons(group)]),
  ])
  return card(
    view,
    "sign-in",
    { level: view.level, head: disc("lock") },
    alert(view.id, view.alert),
    view.notice !== undefined && h("p", { class: "auth-notice", "data-part": "notice" }, view.notice),
    h("div", { class: "auth-methods", "data-part": "methods" }, ...groups),
    passkey(view),
    view.empty !== undefined && h("p", { class: "auth-lead" }, view.empty),
    status(view.status),
  )
}

// A host's own content stands before and after each method
const around = (id: string, method: ElementNode): ViewNode[] => [
  slot("beforeMethod", id),
  method,
  slot("afterMethod", id),
]

// A rule between what is pressed and what is filled in; two groups of one kind need none
function divider(view: SignInView, before: SignInGroup | undefined, after: SignInGroup): ViewNode {
  if (before?.kind === after.kind && after.kind === "buttons") return false
  return h("p", { class: "auth-or", "data-part": "or" }, h("span", {}, view.or))
}

function buttons({ layout, methods }: Extract<SignInGroup, { kind: "buttons" }>): ElementNode {
  return h(
    "div",
    { class: "auth-providers", "data-layout": layout, "data-part": "providers" },
    ...methods.flatMap((method) => around(method.id, provider(method))),
  )
}

function provider(method: ButtonMethod): ElementNode {
  const { id, action, label, short, logo, badge } = method
  const name = short === undefined && badge === undefined ? undefined : [label, badge].filter(Boolean).join(", ")
  const image =
    logo === undefined
      ? method.mark && mark(method.mark)
      : h("img", { class: "auth-mark", src: logo, alt: "", width: 18, height: 18 })
  return h(
    "form",
    { class: "auth-form", method: "post", action, "data-part": "provider", "data-provider": id },
    ...hidden(method.hidden),
    submit(short ?? label, { busy: method.busy, variant: "provider", name }, image),
    badge !== undefined && h("span", { class: "auth-badge", "aria-hidden": "true" }, badge),
  )
}

function form(
  { id, action, fields, label, primary, busy, badge, ...method }: FormMethod,
  view: SignInView,
): ElementNode {
  return h(
    "form",
    { class: "auth-form", method: "post", action, "data-part": "form", "data-provider": id },
    ...hidden(method.hidden),
    ...fields.map((one) => field(one, `${view.id}-alert`)),
    submit(label, {
      busy,
      variant: primary ? "primary" : "secondary",
      name: badge === undefined ? undefined : `${label}, ${badge}`,
    }),
    badge !== undefined && h("span", { class: "auth-badge", "aria-hidden": "true" }, badge),
  )
}

// Hidden until the script runs: without it a passkey cannot be asked for
function passkey({ passkey: view }: SignInView): ViewNode {
  if (!view) return false
  const attributes = {
    class: "auth-button",
    type: "button",
    hidden: view.hidden,
    "data-variant": "plain",
    "data-passkey": view.provider,
    "aria-busy": view.busy ? "true" : undefined,
  }
  return h(
    "button",
    attributes,
    h("span", { class: "auth-spinner", "aria-hidden": "true" }),
    icon("key"),
    h("span", { class: "auth-label" }, view.label),
  )
}
