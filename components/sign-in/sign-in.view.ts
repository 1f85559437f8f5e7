import { cardView } from "../view/card.ts"
import { signInCard as english } from "../view/messages/en.ts"
import { fill, withOverrides } from "../view/messages/fill.ts"
import { passkeyVisibility } from "../passkeys/passkey-visibility.view.ts"
import { isOAuthProvider } from "./provider-kind.view.ts"
import { rememberViews, type CheckboxView, type SharedCheckbox } from "./remember.view.ts"
import { safeLinks, safeUrl } from "../view/safe-url.ts"
import { toSignInFailure } from "./sign-in-failure.view.ts"
import {
  buttonMethod,
  formMethod,
  methodLook,
  type ButtonMethod,
  type FormMethod,
  type MethodContext,
} from "./sign-in-methods.view.ts"
import type { SignInProps } from "./sign-in-props.view.ts"
import type { CardView, LinkLine, PasskeyButtonView, SignInProvider } from "../view/types.ts"

/** Sign-in methods that are shown together: buttons, or one form. */
export type SignInGroup =
  | { readonly kind: "buttons"; readonly layout: "stack" | "pair" | "grid"; readonly methods: readonly ButtonMethod[] }
  | { readonly kind: "form"; readonly method: FormMethod }

/** The content of the sign-in card. */
export interface SignInView extends CardView {
  readonly kind: "sign-in"
  readonly level: number
  /** The line below the title. */
  readonly lead: string
  readonly alert: string | undefined
  /** Id of the provider whose form shows the alert. `undefined` if the alert is above all forms. */
  readonly failedForm: string | undefined
  readonly notice: string | undefined
  readonly status: string
  readonly or: string
  readonly groups: readonly SignInGroup[]
  /** The passkey button. It needs the script, and stays hidden until that runs. */
  readonly passkey: PasskeyButtonView | undefined
  /** The one checkbox for all sign-in methods. It needs the script. */
  readonly remember?: CheckboxView | undefined
  /** The one checkbox for all buttons, if no script runs. */
  readonly shared?: SharedCheckbox | undefined
  /** The strip that offers to create an account. */
  readonly footer: LinkLine | undefined
  /** The links at the end of the card. */
  readonly footerLinks: readonly LinkLine[] | undefined
}

/** Returns the buttons and forms of a card, in order. */
export const listMethods = ({ groups }: SignInView): (ButtonMethod | FormMethod)[] =>
  groups.flatMap((group): readonly (ButtonMethod | FormMethod)[] =>
    group.kind === "form" ? [group.method] : group.methods,
  )

/** Returns the view of the sign-in card. */
export function signInView(props: SignInProps): SignInView {
  const words = withOverrides(english, props.messages?.signIn)
  const title = props.siteName ? fill(words.title, { site: props.siteName }) : words.titlePlain
  const { ordered, email } = joinForms(sortProviders(props), props)
  const forms = ordered.filter(isForm)
  const passkey = ordered.find((provider) => provider.type === "webauthn")
  const failure = toSignInFailure(props, words)
  const context = { props, words, ordered, failure, first: forms[0], email }
  return {
    ...cardView(props, title),
    kind: "sign-in",
    level: props.headingLevel ?? 1,
    lead: props.providers.length === 0 ? words.nothing : words.welcome,
    alert: failure.sentence,
    failedForm: failure.form,
    notice: props.notice,
    status: props.busy === undefined ? "" : words.busy,
    or: words.or,
    groups: groupProviders(ordered, props).map((group) => groupView(group, context)),
    passkey: passkey && {
      provider: passkey.id,
      label: passkey.label ?? words.usePasskey,
      action: "authenticate",
      ...passkeyVisibility(props),
      ...methodLook(passkey, context),
    },
    ...rememberViews(props, words.remember, forms.length > 0),
    footer: signUpLine(props, words),
    footerLinks: safeLinks(props.footerLinks),
  }
}

function signUpLine({ signUpUrl, siteName: site }: SignInProps, words: typeof english): LinkLine | undefined {
  if (signUpUrl === undefined) return undefined
  return { text: site && fill(words.newTo, { site }), label: words.createAccount, href: safeUrl(signUpUrl) }
}

const isForm = ({ type }: SignInProvider) => type === "email" || type === "credentials"

/**
 * Leaves the email provider to the form of the password, if that asks for an address too and there is no third form.
 */
function joinForms(providers: readonly SignInProvider[], { addressOnce }: SignInProps) {
  const forms = providers.filter(isForm)
  const email = forms.find(({ type }) => type === "email")
  const login = forms.find(({ credentials = {} }) => Object.keys(credentials).join() === "email,password")
  if (!addressOnce || !email || !login || forms[2] || email.style || login.style) return { ordered: providers }
  return { email, ordered: providers.flatMap((one) => (one === forms[0] ? login : one === forms[1] ? [] : one)) }
}

function sortProviders({ providers, lastUsed, emailFirst }: SignInProps): readonly SignInProvider[] {
  const rank = (provider: SignInProvider) =>
    provider.id === lastUsed ? 0 : emailFirst && isOAuthProvider(provider) ? 2 : 1
  return [...providers].sort((one, other) => rank(one) - rank(other)) // the sort is stable
}

// Groups neighbors of the same kind, and buttons that only other forms separate
function groupProviders(providers: readonly SignInProvider[], { lastUsed }: SignInProps): SignInProvider[][] {
  const groups: SignInProvider[][] = []
  const listed = providers.filter((provider) => provider.type !== "webauthn")
  const alone = listed.filter(isOAuthProvider).length > 4 ? lastUsed : undefined
  for (const provider of listed) {
    const lastGroup = groups.at(-1)
    const isOpen = lastGroup?.every((one) => isOAuthProvider(one) && one.id !== alone)
    if (isOpen && isOAuthProvider(provider)) lastGroup?.push(provider)
    else groups.push([provider])
  }
  return groups
}

function groupView(group: readonly SignInProvider[], context: MethodContext): SignInGroup {
  const [first] = group
  if (first && !isOAuthProvider(first)) return { kind: "form", method: formMethod(first, context) }
  const isMany = group.length > 4
  const layout = isMany || (group.length % 2 === 0 && followsForm(group, context)) ? "pair" : "stack"
  const methods = group.map((provider) => buttonMethod(provider, layout, context))
  // Marks alone, if each provider has one
  const isGrid = isMany && methods.every(({ mark }) => typeof mark !== "string")
  return { kind: "buttons", layout: isGrid ? "grid" : layout, methods }
}

function followsForm([button]: readonly SignInProvider[], { ordered, first }: MethodContext): boolean {
  return ordered.find((provider) => provider === button || provider === first) === first
}

/** Returns whether a sign-in card shows that the last attempt failed. */
export const hasFailed = ({ alert, groups }: SignInView): boolean =>
  alert !== undefined ||
  groups.some((group) => group.kind === "form" && group.method.fields.some(({ error }) => error !== undefined))
