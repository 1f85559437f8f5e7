import { h, isElement, withClassNames, type Attributes, type ElementNode, type ViewNode } from "../view/node.ts"
import type { FieldView } from "../view/fields.ts"
import { methodMarkup } from "./method.markup.ts"
import { alert, field as fieldMarkup, link } from "../view/markup/parts.ts"
import { passkeyButton } from "../passkeys/passkey-button.markup.ts"
import { cardCheckbox, hiddenCheckbox } from "./remember.markup.ts"
import { listMethods } from "./sign-in.view.ts"
import type { CardState } from "../screens/card.ts"
import type { OwnContent, OwnMethod, SignInFlow } from "./sign-in-flow.ts"
import type { SignInProps } from "./sign-in-props.ts"
import { currentSignInView } from "./sign-in.screen.ts"

/**
 * The attributes of each element of a sign-in card that you write yourself. Spread them onto your own elements: they
 * carry the addresses, names and states that Latchkit's behavior needs. They contain no classes.
 */
export interface SignInParts<Spread> {
  /** The attributes of a method's `<form>`. */
  form(method: OwnMethod): Spread
  /** The attributes of each hidden `<input>` in that form. */
  hidden(method: OwnMethod): readonly Spread[]
  /** The attributes of the form's submit `<button>`. */
  submit(method: OwnMethod): Spread
  /** The attributes of the `<button>` of `method.email`, which sends only the address. */
  email(method: OwnMethod): Spread
  /** The attributes of a field's `<label>`. */
  label(field: FieldView): Spread
  /** The attributes of a field's `<input>`. */
  input(field: FieldView): Spread
  /** The attributes of the element with `field.error`. */
  error(field: FieldView): Spread
  /** The attributes of the `<button>` that shows a password. */
  reveal(field: FieldView): Spread
  /** The attributes of the live region of a form, or of the card. Render it even if there is no alert. */
  alert(method?: OwnMethod): Spread
  /** The attributes of the element in the live region that has the alert's sentence. It takes the focus. */
  message(): Spread
  /** The attributes of the passkey `<button>`. */
  passkey(): Spread
  /** The attributes of the card's one checkbox, `view.remember`. */
  remember(): Spread
  /** The attributes of the element with `account.identifier` and its link. */
  accountRow(): Spread
  /** The attributes of the link `account.change`. */
  change(): Spread
}

/** The content of the sign-in card, and the attributes of its elements. */
export interface OwnCard<Spread> extends OwnContent, SignInParts<Spread> {}

/** Returns the card or the step that a page shows. Neither while the card requests its props. */
export function ownSignIn<Spread>(
  flow: SignInFlow,
  props: SignInProps,
  state: CardState,
  toSpread: (element: ElementNode) => Spread,
): { card: OwnCard<Spread> | undefined; step: ElementNode | undefined } {
  const step = state.step && withClassNames(state.step(), props)
  const shown = step ? undefined : flow.own ? flow.own(props, state) : allAtOnce(props, state)
  return { card: shown && { ...shown, ...signInParts(shown, toSpread) }, step }
}

function allAtOnce(props: SignInProps, state: CardState): OwnContent | undefined {
  const view = currentSignInView(props, state)
  return view && { view, methods: listMethods(view) }
}

/** Returns the attributes of a card's elements. They come from Latchkit's own markup, so both always agree. */
function signInParts<Spread>(
  { view, methods, account, address }: NonNullable<ReturnType<NonNullable<SignInFlow["own"]>>>,
  toSpread: (element: ElementNode) => Spread,
): SignInParts<Spread> {
  const { id } = view
  const regionId = (method: OwnMethod | undefined) => (method ? `${id}-${method.id}` : id)
  const findForm = (field: FieldView) => methods.find((one) => one.kind === "form" && one.fields.includes(field))
  const spread = (found: ElementNode | undefined, ...without: readonly string[]) =>
    toSpread({ tag: found?.tag ?? "", attributes: plain(found?.attributes, without), children: [] })
  const formElement = (method: OwnMethod) => methodMarkup(method, id).find(isElement)
  const fieldElements = (field: FieldView) => fieldMarkup(field, `${regionId(findForm(field))}-alert`)
  const isFieldWrong = methods.some((one) => one.kind === "form" && one.fields.some(({ focus }) => focus))
  const region = (method?: OwnMethod) => alert(regionId(method), "", !isFieldWrong)
  return {
    form: (method) => spread(formElement(method), ...(method.id === "form" ? ["data-provider"] : [])),
    hidden: (method) => [
      ...method.hidden.map(([name, value]) => spread(h("input", { type: "hidden", name, value }))),
      ...(address && method.kind === "form" ? [spread(address(method))] : []),
      ...(method.remember ? [spread(hiddenCheckbox(method.remember))] : []),
    ],
    submit: (method) => spread(find(formElement(method), "button", isSubmit), "form", "formaction"),
    email: (method) => spread(find(formElement(method), "button", isForAddress)),
    label: (field) => spread(find(fieldElements(field), "label")),
    input: (field) => spread(find(fieldElements(field), "input")),
    error: (field) => spread(find(fieldElements(field), "p")),
    reveal: (field) => spread(find(fieldElements(field), "button")),
    alert: (method) => spread(region(method)),
    message: () => spread(region().children.find(isElement)),
    passkey: () => spread(view.passkey && passkeyButton(view.passkey, { variant: "plain" })),
    remember: () => spread(view.remember && find(cardCheckbox(view.remember), "input")),
    accountRow: () => spread(h("div", { "data-part": "account" })),
    change: () => spread(account && link(account.change.label, account.change.href)),
  }
}

const isSubmit = ({ attributes }: ElementNode) => attributes["type"] === "submit"

const isForAddress = ({ attributes }: ElementNode) => attributes["formnovalidate"] === true

/** Attributes that only Latchkit's stylesheet reads. */
const LOOK = ["class", "data-variant", "data-size"]

function plain(attributes: Attributes = {}, without: readonly string[]): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !LOOK.includes(name) && !without.includes(name)),
  )
}

function find(
  node: ViewNode,
  tag: string,
  matches: (element: ElementNode) => boolean = () => true,
): ElementNode | undefined {
  if (!isElement(node)) return undefined
  if (node.tag === tag && matches(node)) return node
  for (const child of node.children) {
    const match = find(child, tag, matches)
    if (match) return match
  }
  return undefined
}
