import { lock } from "../icons.ts"
import { h, type ElementNode, type ViewNode } from "../node.ts"
import type { SignInGroup, SignInView } from "../sign-in.ts"
import { card } from "./card.ts"
import { method } from "./method.ts"
import { alert, disc, status } from "./parts.ts"
import { passkeyButton } from "./passkey-button.ts"
import { oneForAll, sharedBox } from "./remember.ts"

/** The sign-in card as elements; every rendering prints these. */
export function signInMarkup(view: SignInView): ElementNode {
  const { id, passkey, groups, shared, remember } = view
  const leads = passkey?.badge !== undefined
  const lastButtons = groups.findLast(({ kind }) => kind === "buttons")
  const methods = groups.flatMap((group, index): ViewNode[] => {
    const above = groups[index - 1]?.kind ?? (leads && "buttons")
    return [
      // between what is pressed and what is filled in; two groups of buttons need nothing between them
      above && (above === "form" || group.kind === "form") && or(view),
      ...(group.kind === "form" ? method(group.method, id) : [buttons(group, id)]),
      ...(group === lastButtons && shared ? sharedBox(shared) : []),
    ]
  })
  const look = leads ? "provider" : groups.length === 0 ? "primary" : "plain"
  const passkeys = passkey && passkeyButton(passkey, { variant: look })
  return card(
    view,
    "sign-in",
    { level: view.level, head: disc(lock) },
    alert(id, view.failedForm === undefined ? view.alert : undefined),
    view.notice !== undefined && h("p", { class: "auth-notice", "data-part": "notice" }, view.notice),
    h("div", { class: "auth-methods", "data-part": "methods" }, leads && passkeys, ...methods),
    !leads && passkeys,
    remember && oneForAll(remember),
    view.empty !== undefined && h("p", { class: "auth-lead" }, view.empty),
    status(view.status, view.waiting),
  )
}

function or(view: SignInView): ElementNode {
  return h("p", { class: "auth-or", "data-part": "or" }, h("span", {}, view.or))
}

function buttons({ layout, methods }: Extract<SignInGroup, { kind: "buttons" }>, id: string): ElementNode {
  const count = methods.length
  const columns = layout === "grid" && count % 3 === 1 && count % 4 !== 1 ? 4 : undefined // none stands alone in a row
  return h(
    "div",
    { class: "auth-providers", "data-layout": layout, "data-columns": columns, "data-part": "providers" },
    ...methods.flatMap((one) => method(one, id)),
  )
}
