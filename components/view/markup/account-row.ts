import type { ConfirmFormView, EditFormView, FormView, RowAction, RowView } from "../account-rows.ts"
import { codes, icon, key, lock, phone } from "../icons.ts"
import { h, type ElementNode, type ViewNode } from "../node.ts"
import { hidden, link, mark, submit } from "./parts.ts"

/** Renders an item of the account, with its actions. */
export function accountRow(row: RowView): ElementNode {
  const { mark: providerMark, icon: name, title, badge, note, action, more } = row
  return h(
    "li",
    { class: "auth-row", "data-key": row.key },
    providerMark ? mark(providerMark) : name !== undefined && icon(ICONS[name]),
    h(
      "div",
      { class: "auth-row-text" },
      h(
        "p",
        { class: "auth-row-title" },
        h("bdi", {}, title),
        badge !== undefined && h("span", { class: "auth-tag" }, badge),
      ),
      note !== "" && h("p", { class: "auth-note" }, note),
    ),
    action && actionMarkup(action),
    more && actionMarkup(more),
  )
}

const ICONS = { key, phone, codes, lock }

function actionMarkup(action: RowAction): ElementNode {
  if (action.kind === "link") return linkButton(action)
  if (action.kind === "confirm") return confirmDisclosure(action.form)
  if (action.kind === "edit") return editDisclosure(action.form)
  const { form, provider } = action
  const button = submit(form.label, { busy: form.busy, name: form.name, variant: "secondary", size: "small" })
  return formElement(form, { "data-link": provider }, button)
}

function linkButton({ label, name, href }: Extract<RowAction, { kind: "link" }>): ElementNode {
  const element = link(label, href, "secondary", "small")
  return { ...element, attributes: { ...element.attributes, "aria-label": name } }
}

/** Renders a button that opens a confirmation. Pressed again, it cancels. */
export function confirmDisclosure(view: ConfirmFormView, variant?: string): ElementNode {
  const { label, name, question, cancel, busy } = view
  return disclosure(
    { label, name, cancel, variant },
    formElement(
      view,
      { class: "auth-question" },
      h("p", { class: "auth-note" }, question),
      submit(name, { busy, variant: "danger", size: "small" }),
    ),
  )
}

function editDisclosure(view: EditFormView): ElementNode {
  const { open, openName, cancel, field, label, busy, remove } = view
  const input = h("input", {
    class: "auth-input",
    id: field.id,
    name: "name",
    value: field.value,
    required: true,
    maxlength: 100,
    autocomplete: "off",
  })
  const form = formElement(
    view,
    { class: "auth-edit" },
    h("label", { class: "auth-field-label", for: field.id }, field.label),
    h("div", { class: "auth-edit-line" }, input, submit(label, { busy, variant: "primary", size: "field" })),
  )
  return disclosure({ label: open, name: openName, cancel }, form, remove && confirmDisclosure(remove, "danger-plain"))
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
