import type { CredentialField } from "../../client/contract.ts"
import { cardView, hiddenFields } from "./card.ts"
import { credentialFields, emailField, type FieldView } from "./fields.ts"
import { signIn as english } from "./messages/en.ts"
import { fill, withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"
import { passkeyShown } from "./passkey-shown.ts"
import { isButton } from "./provider-kind.ts"
import { neutral, type ProviderMark } from "./provider-marks.ts"
import { ASKED, boxes, ownBox, sharedForm, type BoxView, type SharedBox } from "./remember.ts"
import { safeUrl } from "./safe-url.ts"
import { alertOf } from "./sign-in-alert.ts"
import { fillTokens, safeImage } from "./theme.ts"
import type { CardProps, CardView, HiddenFields, MarkLookup, PasskeyButtonView, SignInProvider } from "./types.ts"

/** What the sign-in card is made from. */
export interface SignInProps extends CardProps {
  providers: readonly SignInProvider[]
  callbackUrl?: string | undefined
  /** Value of the `error` parameter; one that is not known shows a general sentence. */
  error?: string | undefined
  /** Value of the `code` parameter of a refused credentials sign-in. */
  code?: string | undefined
  /** Fills the email field. */
  email?: string | undefined
  /** The provider that signed this browser in the last time. */
  lastUsed?: string | undefined
  /** Asks whether to stay signed in, with the box ticked or not. @default nobody is asked */
  remember?: boolean | undefined
  /** Forms before buttons. @default as the providers are ordered */
  emailFirst?: boolean | undefined
  /** Seconds until another attempt is answered. */
  retryAfter?: number | undefined
  /** A line of the host's own, as plain text. */
  notice?: string | undefined
  /** Id of the provider whose form is being sent. */
  busy?: string | undefined
  /** The password is shown as typed. */
  revealed?: boolean | undefined
  /**
   * OAuth and OpenID providers open in a small window, and the page stays as it is, unless `callbackUrl` says where to go then. Not for
   * forms that post to an `action`. @default false
   */
  popup?: boolean | undefined
  /** Where every form posts to instead of the service: a form action of the host's, which gets `providerId` and `redirectTo`. */
  action?: string | undefined
  /** What that action answered: `useActionState`, a submission's result, SvelteKit's `form`. */
  result?: FormActionResult | null | undefined
  /** What is wrong with a field, by its name. */
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  /** What is wrong with the form as a whole. */
  formErrors?: readonly string[] | undefined
  messages?: MessageOverrides | undefined
  /** @default a neutral mark for every provider */
  marks?: MarkLookup | undefined
  /** The level of the title. @default 1 */
  headingLevel?: 1 | 2 | 3 | undefined
}

/** What a form action answers; the refusals of `parseSignInForm` are one of these. */
export interface FormActionResult {
  failed?: boolean | undefined
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined
  formErrors?: readonly string[] | undefined
}

/** A form of one way to sign in. */
interface Method {
  readonly id: string
  readonly name: string
  readonly action: string
  readonly hidden: HiddenFields
  readonly label: string
  readonly badge: string | undefined
  readonly busy: boolean
  /** The form's own box for staying signed in. */
  readonly remember: BoxView | undefined
  /** The custom properties of a button that the host wants filled. */
  readonly fill: Readonly<Record<string, string>> | undefined
}

/** A button that leads to another service. */
export interface ButtonMethod extends Method {
  readonly kind: "button"
  /** A script may open the window that the host asks for. */
  readonly popup: boolean
  /** Id of the form with one box for all buttons, which this button sends while no script runs. */
  readonly sends: string | undefined
  /** Shown instead of the label where space is short; the label stays its name. */
  readonly short: string | undefined
  readonly mark: ProviderMark | undefined
  readonly logo: string | undefined
}

/** Fields and their button. */
export interface FormMethod extends Method {
  readonly kind: "form"
  readonly fields: readonly FieldView[]
  readonly primary: boolean
}

export type SignInGroup =
  | { readonly kind: "buttons"; readonly layout: "stack" | "pair" | "grid"; readonly methods: readonly ButtonMethod[] }
  | { readonly kind: "form"; readonly method: FormMethod }

export interface SignInView extends CardView {
  readonly kind: "sign-in"
  readonly level: number
  readonly alert: string | undefined
  readonly notice: string | undefined
  readonly status: string
  readonly or: string
  readonly groups: readonly SignInGroup[]
  /** The passkey button; it needs the script, and stays hidden until that runs. */
  readonly passkey: PasskeyButtonView | undefined
  /** The one box for all ways in; it needs the script. */
  readonly remember?: BoxView | undefined
  /** The one box for all buttons, where no script runs. */
  readonly shared?: SharedBox | undefined
  readonly empty: string | undefined
}

/** The sign-in card as a value. */
export function signInView({ result, ...given }: SignInProps): SignInView {
  const props = { ...(result?.failed && { fieldErrors: result.fieldErrors, formErrors: result.formErrors }), ...given }
  const words = withOverrides(english, props.messages?.signIn)
  const title = props.siteName ? fill(words.title, { site: props.siteName }) : words.titlePlain
  const ordered = lastUsedFirst(props)
  const forms = ordered.filter((provider) => provider.type === "email" || provider.type === "credentials")
  const passkey = ordered.find((provider) => provider.type === "webauthn")
  return {
    ...cardView(props, title),
    kind: "sign-in",
    level: props.headingLevel ?? 1,
    alert: alertOf(props, words),
    notice: props.notice,
    status: props.busy === undefined ? "" : words.busy,
    or: words.or,
    groups: grouped(ordered, props).map((group) => groupView(group, { props, words, ordered, first: forms[0] })),
    passkey: passkey && {
      provider: passkey.id,
      label: words.usePasskey,
      busy: props.busy === passkey.id,
      action: "authenticate",
      ...passkeyShown(props),
      badge: badgeOf(passkey, props, words),
    },
    ...boxes(props, words.remember),
    empty: props.providers.length === 0 ? words.nothing : undefined,
  }
}

type Words = typeof english

interface Context {
  props: SignInProps
  words: Words
  ordered: readonly SignInProvider[]
  /** The form whose button is the one thing to do. */
  first: SignInProvider | undefined
}

function lastUsedFirst({ providers, lastUsed, emailFirst }: SignInProps): readonly SignInProvider[] {
  const rank = (provider: SignInProvider) => {
    if (provider.id === lastUsed) return 0
    return emailFirst && isButton(provider) ? 2 : 1
  }
  return [...providers].sort((one, other) => rank(one) - rank(other)) // stable
}

// neighbours of the same kind stand together; so does everything behind buttons that only other forms interrupt
function grouped(providers: readonly SignInProvider[], { lastUsed }: SignInProps): SignInProvider[][] {
  const groups: SignInProvider[][] = []
  const shown = providers.filter((provider) => provider.type !== "webauthn")
  const many = shown.filter(isButton).length > 4
  for (const provider of shown) {
    const last = groups.at(-1)
    const alone = many && last?.some((one) => one.id === lastUsed)
    if (last && isButton(provider) && last.every(isButton) && !alone) last.push(provider)
    else groups.push([provider])
  }
  return groups
}

function groupView(group: readonly SignInProvider[], context: Context): SignInGroup {
  const [first] = group
  if (first && !isButton(first)) return { kind: "form", method: formMethod(first, context) }
  const layout = group.length > 4 ? "grid" : group.length % 2 === 0 && isAfterForm(group, context) ? "pair" : "stack"
  return { kind: "buttons", layout, methods: group.map((provider) => buttonMethod(provider, layout, context)) }
}

function isAfterForm([button]: readonly SignInProvider[], { ordered, first }: Context): boolean {
  return ordered.find((provider) => provider === button || provider === first) === first
}

function method(provider: SignInProvider, { props, words }: Context) {
  const { id, name } = provider
  const { csrfToken, callbackUrl } = props
  const remember = ownBox(props, words.remember)
  const forAction = props.action === undefined ? {} : { providerId: id, redirectTo: callbackUrl }
  return {
    id,
    name,
    hidden: hiddenFields({ csrfToken, callbackUrl, ...(remember && ASKED), ...forAction }),
    remember,
    badge: badgeOf(provider, props, words),
    busy: props.busy === id,
    fill: fillTokens(provider.style),
  }
}

function badgeOf(provider: SignInProvider, props: SignInProps, words: Words): string | undefined {
  return provider.id === props.lastUsed ? words.lastUsed : undefined
}

function buttonMethod(provider: SignInProvider, layout: string, context: Context): ButtonMethod {
  const logo = safeImage(provider.style?.logo)
  return {
    ...method(provider, context),
    kind: "button",
    popup: context.props.popup === true && context.props.action === undefined,
    sends: sharedForm(context.props),
    action: safeUrl(context.props.action ?? provider.signinUrl),
    label: fill(context.words.continueWith, { provider: provider.name }),
    short: layout === "stack" ? undefined : provider.name,
    logo,
    // in a grid a mark stands for the name, so that what has none is named
    mark: logo ? undefined : (context.props.marks?.(provider.id) ?? (layout === "grid" ? undefined : neutral)),
  }
}

function formMethod(provider: SignInProvider, context: Context): FormMethod {
  const { props, words, first } = context
  const isEmail = provider.type === "email"
  const failure = isEmail ? "EmailSignin" : "CredentialsSignin"
  const failed = props.error === failure || (props.formErrors?.includes(failure) ?? false)
  const fieldContext = { id: `${props.idPrefix ?? "auth"}-${provider.id}`, words, props, failed }
  const described: Readonly<Record<string, CredentialField>> = provider.credentials ?? {}
  return {
    ...method(provider, context),
    kind: "form",
    action: safeUrl(props.action ?? (isEmail ? provider.signinUrl : provider.callbackUrl)),
    label: isEmail ? words.continueWithEmail : words.submit,
    primary: provider === first,
    fields: isEmail ? [emailField("email", {}, fieldContext)] : credentialFields(described, fieldContext),
  }
}
