import type { AccountView, ResultView, SectionView } from "./account-card.view.ts"
import { icon } from "../view/icons.ts"
import { check } from "../view/more-icons.ts"
import { h, slot, type ElementNode, type ViewNode } from "../view/node.ts"
import { accountRow, confirmDisclosure } from "./account-row.markup.ts"
import { cardElement } from "../view/markup/card.ts"
import { alert, buttonLink, hidden, link, status, submit } from "../view/markup/parts.ts"
import { unbroken } from "../view/markup/unbroken.ts"
import { passkeyButton } from "../passkeys/passkey-button.markup.ts"

/** Renders the account page, or one of its sections as a card. Every form and confirmation works without a script. */
export function accountMarkup(view: AccountView): ElementNode {
  const { alone, id, status: sentence } = view
  if (alone !== undefined && view.state === "shown" && view.sections.length === 0)
    return h("section", { class: "auth-card", hidden: true })
  return cardElement(
    view,
    alone === undefined ? "account" : `account-${alone}`,
    alone === undefined && head(view),
    view.notice !== undefined && h("p", { class: "auth-notice", "data-part": "acting" }, view.notice),
    ...(alone !== undefined && view.state === "shown" ? [] : result(id, view.result)),
    ...body(view),
    view.home && h("div", { class: "auth-person" }, link(view.home.label, view.home.href)),
    status(sentence),
  )
}

function head(view: AccountView): ElementNode {
  const title = h(`h${view.level}`, { class: "auth-title", id: `${view.id}-title` }, view.title)
  if (view.state !== "shown") return h("header", { class: "auth-person", "data-part": "head" }, title)
  const { signOut } = view
  return h(
    "header",
    { class: "auth-person", "data-part": "head" },
    title,
    h(
      "form",
      { method: "post", action: signOut.action, "data-part": "sign-out" },
      ...hidden(signOut.hidden),
      submit(signOut.label, { busy: signOut.busy, variant: "secondary", size: "small" }),
    ),
  )
}

// A success is announced by the card's status, so that it is read once
function result(id: string, view: ResultView | undefined): ViewNode[] {
  const good =
    view?.tone === "good" &&
    h("div", { class: "auth-alert", "data-tone": "good", "aria-hidden": "true" }, icon(check), h("p", {}, view.text))
  return [alert(id, view?.tone === "danger" ? view.text : undefined), good]
}

function body(view: AccountView): ViewNode[] {
  if (view.state === "shown")
    return view.alone === undefined ? areas(view) : view.sections.map((one) => section(one, view))
  const next =
    view.state === "loading"
      ? [h("div", { class: "auth-section auth-blank", "aria-hidden": "true" })]
      : [
          h("p", { class: "auth-note" }, view.text),
          view.state === "anonymous"
            ? buttonLink(view.signIn.label, view.signIn.href, "primary", "small")
            : h(
                "button",
                { class: "auth-button", type: "button", "data-size": "small", "data-retry": true },
                view.retry,
              ),
        ]
  // The title of a section has the same place and size before its rows are there
  return [h("div", { class: "auth-section" }, view.alone !== undefined && heading(view, `${view.id}-title`), ...next)]
}

const heading = ({ level, title }: { level: number; title: string }, id: string) =>
  h(`h${level}`, { class: "auth-heading", id, tabindex: -1 }, title)

// The links are to places on this page, so they work without a script
function areas(view: AccountView & { state: "shown" }): ViewNode[] {
  const { level, title: name, id } = view
  const links = view.areas.map((area) => h("a", { class: "auth-link", href: `#${area.id}` }, area.title))
  const contents = view.areas.map(({ id: at, title, parts }) => {
    const sections = view.sections.filter(({ part }) => parts.includes(part))
    const isNamed = sections[0] && at !== `${id}-${sections[0].part}`
    return h(
      "div",
      { class: "auth-area" },
      isNamed && heading({ level: level + 1, title }, at),
      ...sections.map((one, index) => section(one, view, index > 0 || isNamed ? 2 : 1)),
    )
  })
  return [h("nav", { class: "auth-tabs", "aria-label": name, "data-part": "navigation" }, ...links), ...contents]
}

function section(
  { part, title, text, rows, after, add, ...view }: SectionView,
  { id, level, alone }: AccountView,
  depth = 0,
): ElementNode {
  const at = alone === undefined ? `${id}-${part}` : `${id}-title`
  return h(
    alone === undefined ? "section" : "div",
    { class: "auth-section", "data-part": part, "aria-labelledby": alone === undefined ? at : undefined },
    h(
      "div",
      { class: "auth-about" },
      heading({ level: level + depth, title }, at),
      text !== undefined && h("p", { class: "auth-note" }, ...unbroken(text)),
    ),
    h(
      "div",
      { class: "auth-body" },
      ...result(at, view.result),
      rows.length > 0 && h("ul", { class: "auth-rows" }, ...rows.map(accountRow)),
      add && h("div", { class: "auth-after" }, passkeyButton(add, { variant: "secondary", size: "small" })),
      part === "passkeys" && slot("passkeys"),
      after && h("div", { class: "auth-after" }, confirmDisclosure(after)),
    ),
  )
}
