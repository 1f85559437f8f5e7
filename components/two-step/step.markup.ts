import { icon, key } from "../view/icons.ts"
import { codes, copy as copyIcon, envelope, next, phone, tick } from "../view/more-icons.ts"
import { h, type ElementNode, type ViewNode } from "../view/node.ts"
import type { CopyView } from "./enroll-totp.view.ts"
import type { ChoiceView, FooterView, ProofFormView, StepPasskeyView } from "./step.view.ts"
import { digitsField } from "../view/markup/digits.ts"
import { alert, button, field, hidden, submit } from "../view/markup/parts.ts"
import { passkeyButton } from "../passkeys/passkey-button.markup.ts"
import { textPart } from "../view/markup/unbroken.ts"
import { emphasized } from "../view/markup/user.ts"

const ICONS = { phone, key, mail: envelope, codes }

interface ProofLook {
  id: string
  alert: string | undefined
  /** Above the alert. */
  before?: readonly ViewNode[]
  /** Instead of the button alone. */
  buttons?: ((button: ElementNode) => ElementNode) | undefined
}

/** Renders the form of a step: alert, field, "Trust this device" and button. A script sends six digits by itself. */
export function proofForm(view: ProofFormView, { id, alert: sentence, before = [], buttons }: ProofLook): ElementNode {
  const { field: input, passkey, trust, hint, digits, label, busy } = view
  const send = submit(label, { busy, variant: "primary" })
  const control = input && (digits ? digitsField(input, `${id}-alert`) : field(input, `${id}-alert`))
  return h(
    "form",
    { class: "auth-form", method: "post", action: view.action, "data-part": view.part ?? "form" },
    ...hidden(view.hidden),
    ...before,
    alert(id, sentence, !input?.invalid),
    hint === undefined ? control : h("div", { class: "auth-field" }, control, h("p", { class: "auth-note" }, hint)),
    trust && trustBox(trust),
    passkey ? passkeyPart(passkey) : buttons ? buttons(send) : send,
  )
}

const trustBox = ({ label, checked }: { label: string; checked: boolean }) =>
  h(
    "label",
    { class: "auth-remember", "data-part": "trust" },
    h("input", { class: "auth-check", type: "checkbox", name: "trust", value: "yes", checked }),
    label,
  )

// The script fills the field, then sends the form. Without passkeys, the sentence says why there is no button
function passkeyPart({
  button: view,
  options,
  failed,
  unsupported,
  supported,
  scripted,
}: StepPasskeyView): ElementNode {
  const element = passkeyButton(view, { variant: "primary" })
  return h(
    "div",
    { class: "auth-methods" },
    h("input", { type: "hidden", name: "data", value: "" }),
    { ...element, attributes: { ...element.attributes, "data-options": options, "data-failed": failed } },
    h(
      "p",
      { class: "auth-lead", "data-unsupported": true, "data-noscript": !scripted, hidden: supported },
      unsupported,
    ),
  )
}

/** Renders a list of methods, each with a row of its own. */
export const choiceRows = (choices: readonly ChoiceView[]): ElementNode =>
  h("ul", { class: "auth-rows", "data-part": "methods" }, ...choices.map((one) => h("li", {}, choiceRow(one))))

function choiceRow(choice: ChoiceView): ElementNode {
  const { label, note, icon: name } = choice
  const content = [
    name && h("span", { class: "auth-symbol" }, icon(ICONS[name])),
    h(
      "span",
      { class: "auth-row-text" },
      h("span", { class: "auth-row-title" }, label),
      note !== undefined && h("span", { class: "auth-note" }, note),
    ),
    icon(next),
  ]
  return choiceElement(choice, "auth-item auth-choice", content)
}

/** Renders other methods as plain buttons, one below the other. */
export const choiceLinks = (choices: readonly ChoiceView[]): ViewNode =>
  choices.length > 0 &&
  h(
    "div",
    { class: "auth-links", "data-part": "other" },
    ...choices.map((one) => choiceElement(one, "auth-link", [one.icon && icon(ICONS[one.icon]), one.label])),
  )

function choiceElement({ method, href, form }: ChoiceView, look: string, content: ViewNode[]): ElementNode {
  if (!form) return h("a", { class: look, href, rel: "external", "data-method": method }, ...content)
  const waits = form.busy ? "true" : undefined
  const state = { "aria-busy": waits, "aria-disabled": waits }
  return h(
    "form",
    { class: "auth-form", method: "post", action: form.action, "data-part": `choose:${method}` },
    ...hidden(form.hidden),
    h("button", { class: look, type: "submit", ...state }, ...content),
  )
}

/** Renders the strip at the end of the card: who signs in, or which step this is, and "Cancel". */
export function stepFooter({ who, text, cancel, cancelUrl, cancelLabel }: FooterView): ElementNode {
  const separator = (who ?? text) !== undefined && (cancel ?? cancelUrl) !== undefined ? "\u00A0· " : ""
  // The separator joins the text before it: the frameworks render neighboring texts differently. It never begins a line
  const content: readonly ViewNode[] = who
    ? emphasized(who.before, who.name, who.after + separator)
    : [text !== undefined && textPart(text + separator)]
  if (!cancel) {
    const link =
      cancelUrl !== undefined && h("a", { class: "auth-link", href: cancelUrl, rel: "external" }, cancelLabel)
    return h("div", { class: "auth-again auth-foot", "data-part": "account" }, ...content, link)
  }
  const waits = cancel.busy ? "true" : undefined
  return h(
    "form",
    { class: "auth-again auth-foot", method: "post", action: cancel.action, "data-part": "cancel" },
    ...hidden(cancel.hidden),
    ...content,
    h("button", { class: "auth-link", type: "submit", "aria-busy": waits, "aria-disabled": waits }, cancel.label),
  )
}

/** Renders a button that copies a text. A page without a script doesn't show it. */
export function copyButton(
  { label, copiedLabel, copied, text, hidden: isHidden }: CopyView,
  { size }: { size?: "small" } = {},
): ElementNode {
  const attributes = {
    type: "button",
    hidden: isHidden,
    "data-size": size,
    "data-copy": text,
    "data-copied": copiedLabel,
  }
  return button(copied ? copiedLabel : label, false, attributes, icon(copied ? tick : copyIcon))
}
