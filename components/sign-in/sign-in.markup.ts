import { h, type ElementNode, type ViewNode } from "../view/node.ts"
import type { SignInGroup, SignInView } from "./sign-in.view.ts"
import { card } from "../view/markup/card.ts"
import { methodMarkup } from "./method.markup.ts"
import { alert, footerLine, lead, status } from "../view/markup/parts.ts"
import { passkeyButton } from "../passkeys/passkey-button.markup.ts"
import { cardCheckbox, sharedCheckbox } from "./remember.markup.ts"

/** Renders the sign-in card for all frameworks. While its methods are loading, three blank buttons stand for them. */
export function signInMarkup(view: SignInView, isLoading = false): ElementNode {
  const { id, passkey, groups, shared, remember } = view
  const passkeyFirst = passkey?.badge !== undefined
  const look = passkeyFirst ? "provider" : groups.length === 0 ? "primary" : "plain"
  const passkeys = passkey && passkeyButton(passkey, { variant: look })
  const [firstGroup] = groups
  // Its mark and label are then in line with those of the providers
  const isListed = passkeyFirst && firstGroup?.kind === "buttons" && firstGroup.layout === "stack"
  const lastButtons = groups.findLast(({ kind }) => kind === "buttons")
  const methods = groups.flatMap((group, index): ViewNode[] => {
    const above = groups[index - 1]?.kind ?? (passkeyFirst && "buttons")
    return [
      // A divider separates buttons from forms. Two groups of buttons need none
      above && (above === "form" || group.kind === "form") && divider(view),
      ...(group.kind === "form"
        ? methodMarkup(group.method, id)
        : [providerButtons(group, id, isListed && index === 0 && passkeys)]),
      ...(group === lastButtons ? sharedCheckbox(shared) : []),
    ]
  })
  const blank = h("div", { class: "auth-button auth-blank", "aria-hidden": "true" })
  return card(
    isLoading ? { ...view, letter: view.letter ?? "" } : view, // keeps the place of the brand
    "sign-in",
    { level: view.level, lead: !isLoading && lead(view.lead) },
    alert(id, view.failedForm === undefined ? view.alert : undefined),
    view.notice !== undefined && h("p", { class: "auth-notice", "data-part": "notice" }, view.notice),
    h(
      "div",
      { class: "auth-methods", "data-part": "methods" },
      passkeyFirst && !isListed && providerButtons({ layout: "stack", methods: [] }, id, passkeys),
      ...(isLoading ? [blank, blank, blank] : methods),
    ),
    !passkeyFirst && passkeys,
    remember && cardCheckbox(remember),
    (view.footer || view.footerLinks) && footerLine(view.footer, view.footerLinks),
    status(view.status, view.waiting),
  )
}

/** Renders "or" between buttons and forms. */
export function divider(view: Pick<SignInView, "or">): ElementNode {
  return h("p", { class: "auth-or", "data-part": "or" }, h("span", {}, view.or))
}

/** Renders the buttons of providers. */
export function providerButtons(
  { layout, methods }: Omit<Extract<SignInGroup, { kind: "buttons" }>, "kind">,
  id: string,
  first: ViewNode = false,
): ElementNode {
  const hasFourColumns = layout === "grid" && methods.length % 3 === 1 // no button is alone in its row
  return h(
    "div",
    { class: "auth-providers", "data-layout": layout, "data-columns": hasFourColumns, "data-part": "providers" },
    first,
    ...methods.flatMap((one) => methodMarkup(one, id)),
  )
}
