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
  const { passkey } = view
  const leads = passkey?.badge !== undefined
  const lastButtons = view.groups.findLast(({ kind }) => kind === "buttons")
  const groups = view.groups.flatMap((group, index): ViewNode[] => [
    index > 0 ? divider(view, view.groups[index - 1], group) : leads && group.kind === "form" && or(view),
    ...(group.kind === "form" ? method(group.method, view.id) : [buttons(group, view.id)]),
    ...(group === lastButtons && view.shared ? sharedBox(view.shared) : []),
  ])
  return card(
    view,
    "sign-in",
    { level: view.level, head: disc(lock) },
    alert(view.id, view.alert),
    view.notice !== undefined && h("p", { class: "auth-notice", "data-part": "notice" }, view.notice),
    h(
      "div",
      { class: "auth-methods", "data-part": "methods" },
      passkey && leads && passkeyButton(passkey, { variant: "provider" }),
      ...groups,
    ),
    passkey && !leads && passkeyButton(passkey, { variant: groups.length === 0 ? "primary" : "plain" }),
    view.remember && oneForAll(view.remember),
    view.empty !== undefined && h("p", { class: "auth-lead" }, view.empty),
    status(view.status),
  )
}

// A rule between what is pressed and what is filled in; two groups of one kind need none
function divider(view: SignInView, before: SignInGroup | undefined, after: SignInGroup): ViewNode {
  if (before?.kind === after.kind && after.kind === "buttons") return false
  return or(view)
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
