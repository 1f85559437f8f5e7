import { icon } from "../view/icons.ts"
import { tick } from "../view/more-icons.ts"
import type { FieldView } from "../view/fields.ts"
import { h, isElement, slot, type ElementNode, type ViewNode } from "../view/node.ts"
import { isNewPassword, type PasswordFormView } from "./password-form.view.ts"
import type { StrengthView } from "./password-strength.view.ts"
import { personView } from "../view/user.ts"
import { card } from "../view/markup/card.ts"
import { alert, field, footerLine, hidden, lead, status, submit } from "../view/markup/parts.ts"
import { address, avatar, usernameInput } from "../view/markup/user.ts"
import { textPart, unbroken } from "../view/markup/unbroken.ts"

interface PasswordFormSlots {
  /** Above the form. */
  before?: readonly ViewNode[]
  /** More buttons that submit the form. */
  submits?: readonly ViewNode[]
  /** Below the form. */
  after?: readonly ViewNode[]
}

/** Renders a card with a password form. It works without a script. */
export function passwordFormMarkup(
  view: PasswordFormView,
  { before = [], submits = [], after = [] }: PasswordFormSlots = {},
): ElementNode {
  const { id, form, fields, strength, account, username, note, footer } = view
  return card(
    view,
    view.part,
    { lead: view.text !== undefined && lead(...unbroken(view.text)), title: unbroken(view.title) },
    ...before,
    h(
      "form",
      { class: "auth-form", method: "post", action: form.action, "data-part": "form" },
      ...hidden(form.hidden),
      alert(id, view.alert),
      account !== undefined && accountRow(account),
      username !== undefined && fields.some(({ reveal }) => reveal) && usernameInput(id, username),
      ...fields.map((one) => fieldWithStrength(one, isNewPassword(one) ? strength : undefined, `${id}-alert`)),
      slot("beforeSubmit", view.part),
      submit(form.label, { busy: form.busy }),
      ...submits,
    ),
    note !== undefined && h("p", { class: "auth-hint" }, note),
    ...after,
    footer && footerLine(footer),
    status(view.status, view.waiting),
  )
}

const accountRow = (name: string) =>
  h(
    "div",
    { class: "auth-row auth-panel", "data-part": "account" },
    avatar(personView({ name })),
    address(name, "auth-nameplate"),
  )

function fieldWithStrength(view: FieldView, strength: StrengthView | undefined, alertId: string): ElementNode {
  const element = field(view, alertId)
  if (!strength) return element
  const hintId = `${view.id}-hint`
  const [row, control, error] = element.children
  const described = view.error === undefined && isElement(control) ? describe(control, hintId) : control
  const rule = requirement(strength, view.id, hintId, Boolean(error))
  const problem = !error && strength.problem !== undefined && h("p", { class: "auth-error" }, strength.problem)
  return { ...element, children: [row, described, meter(strength), error, rule, problem] }
}

// An error takes the place of the requirement, until the next password meets it
function describe(control: ElementNode, hintId: string): ElementNode {
  const [input, ...rest] = control.children
  if (!isElement(input)) return control
  const attributes = { ...input.attributes, "aria-describedby": input.attributes["aria-describedby"] ?? hintId }
  return { ...control, children: [{ ...input, attributes }, ...rest] }
}

const meter = ({ score, labels, problems }: StrengthView) =>
  h(
    "div",
    {
      class: "auth-meter",
      "data-labels": labels.join("|"),
      "data-problems": problems.join("|"),
      "aria-hidden": "true",
      "data-part": "strength",
    },
    ...labels.map((_, index) => h("i", { "data-on": index < score })),
  )

const requirement = (
  { requirement: text, met, minLength, maxLength, siteName, score, labels }: StrengthView,
  input: string,
  id: string,
  hidden: boolean,
) =>
  h(
    "p",
    {
      class: "auth-note auth-label-row",
      id,
      "data-min": minLength,
      "data-max": maxLength,
      "data-site": siteName,
      hidden,
    },
    h("span", { "data-met": met }, met && CHECK, textPart(text)),
    h("output", { for: input }, labels[score - 1] ?? ""),
  )

const CHECK = icon(tick, 14)
