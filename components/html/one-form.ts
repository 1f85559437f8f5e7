import { accessibleName } from "../view/markup/method.ts"
import { logoElement, submit } from "../view/markup/parts.ts"
import { signInMarkup } from "../view/markup/sign-in.ts"
import { isElement, type ElementNode, type ViewNode } from "../view/node.ts"
import type { FormMethod } from "../view/sign-in-methods.ts"
import type { SignInProps } from "../view/sign-in-props.ts"
import { signInView, type SignInView } from "../view/sign-in.ts"
import type { SignInProvider } from "../view/types.ts"
import type { HtmlSlots } from "./render.ts"

/**
 * Returns the sign-in card of a page. If a password and an email both need only an address, one form has
 * two buttons. So the page asks for the address once.
 */
export function signInForPage(props: SignInProps, slots?: HtmlSlots): { view: SignInView; markup: ElementNode } {
  const apart = signInView(props)
  const forms = props.providers.filter(({ type }) => type === "email" || type === "credentials")
  const [login, link] = [forms.find(hasAddressAndPassword), forms.find(({ type }) => type === "email")]
  const method = link && linkMethod(props, link)
  const isApart = forms.length > 2 || forms.some(({ style }) => style) || !haveSameContent(forms, slots)
  if (!login || !method || isApart) return { view: apart, markup: signInMarkup(apart) }
  const others = props.providers.filter((one) => one !== link && one !== login)
  const place = props.providers.findIndex((one) => one === link || one === login)
  const view = signInView({
    ...props,
    providers: props.lastUsed === link.id ? [login, ...others] : others.toSpliced(place, 0, login),
    failedProvider: apart.failedForm === link.id ? login.id : props.failedProvider,
  })
  return { view, markup: withButton(signInMarkup(view), login.id, linkButton(method)) }
}

const hasAddressAndPassword = ({ credentials = {} }: SignInProvider) =>
  Object.keys(credentials).join() === "email,password"

// Such as a captcha, which a form can't have twice
function haveSameContent(forms: readonly SignInProvider[], { beforeSubmit = "" }: HtmlSlots = {}): boolean {
  const contents = forms.map(({ id }) => (typeof beforeSubmit === "string" ? beforeSubmit : beforeSubmit(id)))
  return new Set(contents).size === 1
}

function linkMethod(props: SignInProps, link: SignInProvider): FormMethod | undefined {
  const [group] = signInView({ ...props, providers: [link] }).groups
  return group?.kind === "form" ? group.method : undefined
}

/** Renders the button that sends the form's address, whatever the password. */
function linkButton(method: FormMethod): ElementNode {
  const look = { busy: method.busy, badge: method.badge, variant: "secondary", name: accessibleName(method) }
  const button = submit(method.label, look, logoElement(method.logo))
  return { ...button, attributes: { ...button.attributes, formaction: method.action, formnovalidate: true } }
}

/** Adds a button to the end of a provider's form. */
function withButton(node: ElementNode, provider: string, button: ElementNode): ElementNode {
  const isForm = node.attributes["data-provider"] === provider
  const add = (child: ViewNode) => (isElement(child) ? withButton(child, provider, button) : child)
  return { ...node, children: isForm ? [...node.children, button] : node.children.map(add) }
}
