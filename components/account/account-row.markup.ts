import type { ConfirmFormView, EditFormView, FormView, RowAction, RowIcon, RowView } from "./account-rows.view.ts"
import { icon, key } from "../view/icons.ts"
import { clock, codes, download, envelope, laptop, lock, phone, shield, tablet, trash } from "../view/more-icons.ts"
import { h, type ElementNode, type ViewNode } from "../view/node.ts"
import { buttonLink, field, hidden, mark, submit } from "../view/markup/parts.ts"
import { passkeyButton } from "../passkeys/passkey-button.markup.ts"
import { unbroken } from "../view/markup/unbroken.ts"
import { address, avatar, isAddress } from "../view/markup/user.ts"

/** Renders an item of the account, with its actions. */
export function accountRow(row: RowView): ElementNode {
  const { title, badge, note, pending, actions } = row
  return h(
    "li",
    { class: "auth-row", "data-key": row.key, "data-pending": pending },
    symbol(row),
    h(
      "div",
      { class: "auth-row-text" },
      h(
        "p",
        { class: "auth-row-title" },
        address(title),
        badge !== undefined && h("span", { class: "auth-badge", "data-tone": "good" }, badge),
      ),
      note !== "" && h("p", { class: "auth-note" }, ...(isAddress(note) ? [address(note)] : unbroken(note))),
    ),
    actions.length > 0 && h("div", { class: "auth-actions" }, ...actions.map(actionMarkup)),
  )
}

const ICONS: Readonly<Record<RowIcon, string>> = {
  key,
  phone,
  tablet,
  laptop,
  codes,
  lock,
  envelope,
  clock,
  shield,
  download,
  trash,
}

function symbol({ person, mark: providerMark, icon: name }: RowView): ViewNode {
  if (person) return avatar(person)
  const shape = providerMark ? mark(providerMark) : name !== undefined && icon(ICONS[name], 20)
  return shape && h("span", { class: "auth-symbol" }, shape)
}

function actionMarkup(action: RowAction): ElementNode {
  if (action.kind === "link") return linkButton(action)
  if (action.kind === "confirm") return confirmDisclosure(action.form)
  if (action.kind === "edit") return editDisclosure(action.form)
  if (action.kind === "passkey") return passkeyButton(action.button, { variant: "secondary", size: "small" })
  const { form, provider } = action
  const button = submit(form.label, { busy: form.busy, name: form.name, variant: "secondary", size: "small" })
  return formElement(form, { "data-link": provider }, button)
}

function linkButton({ label, name, href }: Extract<RowAction, { kind: "link" }>): ElementNode {
  const element = buttonLink(label, href, "secondary", "small")
  return { ...element, attributes: { ...element.attributes, "aria-label": name } }
}

/** Renders a button that opens a confirmation. Pressed again, it cancels. */
export function confirmDisclosure(view: ConfirmFormView, variant?: string): ElementNode {
  const { label, name, question, cancel, busy } = view
  return disclosure(
    { label, name, cancel, variant },
    formElement(
      view,
      { class: "auth-form" },
      h("p", { class: "auth-note" }, question),
      submit(name, { busy, variant: "danger-plain", size: "small" }),
    ),
  )
}

function editDisclosure(view: EditFormView): ElementNode {
  const { id, open, openName, cancel, text, fields, hint, danger, label, busy, remove } = view
  const form = formElement(
    view,
    { class: "auth-form", id },
    text !== undefined && h("p", { class: "auth-note" }, text),
    ...fields.map((one) => field(one, id)),
    hint !== undefined && h("p", { class: "auth-note" }, hint),
    remove ? false : submit(label, { busy, variant: danger ? "danger" : "primary", size: "small" }),
  )
  const variant = danger ? "danger-plain" : undefined
  if (!remove) return disclosure({ label: open, name: openName, cancel, variant }, form)
  const save = submit(label, { busy, variant: "primary", size: "small", sends: id, action: view.action })
  const line = h("div", { class: "auth-edit-line" }, save, confirmDisclosure(remove, "danger-plain"))
  return disclosure({ label: open, name: openName, cancel }, form, line)
}

interface DisclosureProps {
  label: string
  name: string
  cancel: string
  variant?: string | undefined
}

// The visible label is short, while the accessible name includes the item. Both stay the same when it opens
function disclosure({ label, name, cancel, variant }: DisclosureProps, ...content: ViewNode[]): ElementNode {
  const closedLabel =
    label === name ? [label] : [h("span", { "aria-hidden": "true" }, label), h("span", { class: "auth-hidden" }, name)]
  return h(
    "details",
    { class: "auth-more" },
    h(
      "summary",
      { class: "auth-button", "data-size": "small", "data-variant": variant },
      h("span", { class: "auth-shut" }, ...closedLabel),
      h("span", { class: "auth-opened" }, cancel),
    ),
    ...content,
  )
}

function formElement(
  { key, action, hidden: fields }: FormView,
  attributes: ElementNode["attributes"],
  ...content: ViewNode[]
) {
  return h("form", { method: "post", action, "data-part": key, ...attributes }, ...hidden(fields), ...content)
}
