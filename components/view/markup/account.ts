import type { AccountView, SectionView } from "../account.ts"
import { icon, key } from "../icons.ts"
import { h, slot, type ElementNode, type ViewNode } from "../node.ts"
import { cardElement } from "./card.ts"
import { accountRow, confirmDisclosure } from "./account-row.ts"
import { alert, hidden, link, status, submit } from "./parts.ts"
import { passkeyButton } from "./passkey-button.ts"
import { avatar, nameplate } from "./user.ts"

/** Renders the account page. Every form and confirmation works without a script. */
export function accountMarkup(view: AccountView): ElementNode {
  return cardElement(view, "account", head(view), alert(view.id, view.alert), ...body(view), status(view.status))
}

function head(view: AccountView): ElementNode {
  const title = h(`h${view.level}`, { class: "auth-name", id: `${view.id}-title` }, h("bdi", {}, view.title))
  if (view.state !== "shown") return h("header", { class: "auth-account-head", "data-part": "head" }, title)
  const { person, signOut } = view
  return h(
    "header",
    { class: "auth-account-head", "data-part": "head" },
    avatar(person, "large"),
    nameplate(person, title),
    h(
      "form",
      { method: "post", action: signOut.action, "data-part": "sign-out" },
      ...hidden(signOut.hidden),
      submit(signOut.label, { busy: signOut.busy, variant: "secondary", size: "small" }),
    ),
  )
}

function body(view: AccountView): ViewNode[] {
  if (view.state === "shown") return view.sections.map((one) => section(one, view))
  if (view.state === "loading") return [h("div", { class: "auth-blank", "aria-hidden": "true" })]
  const text = h("p", { class: "auth-note" }, view.text)
  if (view.state === "anonymous") {
    const { label, href } = view.signIn
    return [text, link(label, href, "primary")]
  }
  return [text, h("button", { class: "auth-button", type: "button", "data-retry": true }, view.retry)]
}

function section({ part, title, text, rows, empty, after, add }: SectionView, { id, level }: AccountView): ElementNode {
  const heading = `${id}-${part}`
  return h(
    "section",
    { class: "auth-section", "data-part": part, "aria-labelledby": heading },
    h(`h${level + 1}`, { class: "auth-heading", id: heading, tabindex: -1 }, title),
    rows.length > 0 && h("ul", { class: "auth-rows" }, ...rows.map(accountRow)),
    text !== undefined && h("div", { class: "auth-after auth-note" }, text),
    empty !== undefined && h("p", { class: "auth-empty" }, icon(key), h("span", {}, empty)),
    add && h("div", { class: "auth-after" }, passkeyButton(add, { variant: "secondary", size: "small" })),
    part === "passkeys" && slot("passkeys"),
    after && h("div", { class: "auth-after" }, confirmDisclosure(after)),
  )
}
