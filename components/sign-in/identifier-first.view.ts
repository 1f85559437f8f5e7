import { identifierFirst as english, signInCard as englishSignIn } from "../view/messages/en.ts"
import { fill, withOverrides } from "../view/messages/fill.ts"
import { hiddenFields } from "../view/card.ts"
import { fieldMessages } from "../view/field-messages.ts"
import { formFields, type FieldView } from "../view/fields.ts"
import { isOAuthProvider } from "./provider-kind.view.ts"
import { safeUrl } from "../view/safe-url.ts"
import type { SignInProps } from "./sign-in-props.view.ts"
import { hasFailed, signInView, type SignInGroup, type SignInView } from "./sign-in.view.ts"
import type { HiddenFields, LinkLine } from "../view/types.ts"

/** The step of a sign-in that asks for the email address first. `auth.signInProps` returns it. */
export interface IdentifierStepProps {
  /** The address that the user entered. `undefined` asks for it. */
  identifier?: string | undefined
  /** Id of the provider of the address's domain. It is then the only method. */
  company?: string | undefined
  /** Whether an address was sent that isn't one. */
  rejected?: boolean | undefined
  /** The URL that the form with the address posts to. @default `signin` below the base path */
  startUrl?: string | undefined
  /** The URL of the page that asks for the address again. @default `startUrl` */
  changeUrl?: string | undefined
}

/** Props of a sign-in that asks for the email address first. */
export interface IdentifierFirstProps extends SignInProps, IdentifierStepProps {
  /** The base path. @default the `SessionProvider`'s, otherwise "/auth" */
  basePath?: string | undefined
  /** Whether the first field has the focus when the page loads. @default false */
  autofocus?: boolean | undefined
}

/** The step that asks for the address. */
export interface IdentifierView {
  readonly step: "identifier"
  readonly title: string
  readonly failed: boolean
  readonly text: string
  readonly form: {
    readonly action: string
    readonly hidden: HiddenFields
    readonly field: FieldView
    readonly label: string
    readonly busy: boolean
  }
  /** The parts of every sign-in card, and the buttons and the passkey below the form. */
  readonly card: SignInView
}

/** The step with the methods for the address. */
export interface MethodView {
  readonly step: "method"
  readonly title: string
  readonly failed: boolean
  readonly card: SignInView
  /** The address, which the forms repeat. */
  readonly identifier: string
  readonly change: LinkLine
}

/** The content of a sign-in that asks for the email address first. */
export type IdentifierFirstView = IdentifierView | MethodView

/** Returns the view of the step that asks for the address, or of the methods for it. */
export function identifierFirstView(props: IdentifierFirstProps): IdentifierFirstView {
  const address = currentAddress(props)
  return address === undefined ? identifierStep(props) : methodStep(props, address)
}

/**
 * Returns the address whose methods the card shows. A form action may lose the step in the page's query, so a rejected
 * sign-in keeps its address.
 */
export function currentAddress({
  identifier,
  result,
}: Pick<IdentifierFirstProps, "identifier" | "result">): string | undefined {
  const isOfMethod = result?.failed === true && result.providerId !== undefined
  return identifier ?? (isOfMethod ? result.values?.["email"] : undefined)
}

function identifierStep(props: IdentifierFirstProps): IdentifierView {
  const { providers, messages, csrfToken, callbackUrl, action } = props
  const words = withOverrides(english, messages?.identifierFirst)
  const others = providers.filter(({ type }) => type !== "email" && type !== "credentials")
  const errors = addressErrors(props)
  // A field's error is shown only at the field
  const failure = errors ? { error: undefined, result: undefined, formErrors: undefined } : {}
  const card = signInView({ ...props, ...failure, fieldErrors: undefined, remember: undefined, providers: others })
  const target = action === undefined ? {} : { redirectTo: callbackUrl }
  return {
    step: "identifier",
    title: card.title,
    failed: card.alert !== undefined || errors !== undefined,
    text: words.text,
    form: {
      action: safeUrl(action ?? resolveStartUrl(props)),
      hidden: hiddenFields({ csrfToken, callbackUrl, ...target }),
      field: identifierField(props, card, errors),
      label: words.continue,
      busy: props.busy === "form",
    },
    card,
  }
}

const resolveStartUrl = ({ startUrl, basePath = "/auth" }: IdentifierFirstProps) => startUrl ?? `${basePath}/signin`

function addressErrors({ rejected, fieldErrors, result, messages }: IdentifierFirstProps) {
  if (rejected) return [fieldMessages(messages).InvalidEmail]
  const errors = (fieldErrors ?? result?.fieldErrors)?.["email"] ?? []
  return errors.length > 0 ? errors : undefined
}

function identifierField(
  props: IdentifierFirstProps,
  { id, passkey }: SignInView,
  errors: readonly string[] | undefined,
): FieldView {
  const { messages, values = {}, autofocus } = props
  const provider = { id, name: "", type: "email", signinUrl: "", callbackUrl: "" } as const
  const [field] = formFields(provider, {
    id,
    props,
    values,
    failed: false,
    words: withOverrides(englishSignIn, messages?.signIn),
    fieldErrors: errors ? { email: errors } : {},
  })
  if (!field) throw new TypeError("A provider of the type email has a field")
  // Browsers offer passkeys in this field
  const autocomplete = passkey ? field.autocomplete : "username"
  return { ...field, autocomplete, pattern: ADDRESS_PATTERN, autofocus }
}

/** Browsers accept an address without a dot in its domain. The server doesn't. */
const ADDRESS_PATTERN = "[^@]+@[^@]+[.][^@]+"

function methodStep(props: IdentifierFirstProps, identifier: string): MethodView {
  const { messages, company, autofocus } = props
  const words = withOverrides(english, messages?.identifierFirst)
  const providers = props.providers.filter((provider) =>
    company === undefined ? !isOAuthProvider(provider) : provider.id === company,
  )
  const card = signInView({ ...props, email: identifier, providers: sortByPassword(providers) })
  const name = providers[0]?.name
  const hasPassword = card.groups.some((group) => group.kind === "form" && group.method.fields.some(isPassword))
  const title =
    company !== undefined && name !== undefined
      ? fill(words.provider, { provider: name })
      : hasPassword
        ? words.password
        : card.title
  return {
    step: "method",
    title,
    failed: hasFailed(card),
    identifier,
    change: { label: words.change, href: safeUrl(props.changeUrl ?? resolveStartUrl(props)) },
    card: {
      ...card,
      title,
      lead: company === undefined ? withOverrides(englishSignIn, messages?.signIn).welcome : words.providerText,
      groups: card.groups.map((group, index) => toMethodGroup(group, index === 0 && autofocus)),
    },
  }
}

const isPassword = ({ autocomplete }: { autocomplete?: string | undefined }) => autocomplete === "current-password"

// A password is the fastest method, so its button is the primary one
const sortByPassword = (providers: SignInProps["providers"]) =>
  [...providers].sort((one, other) => Number(other.type === "credentials") - Number(one.type === "credentials"))

// The account above the forms takes the place of the field
function toMethodGroup(group: SignInGroup, autofocus: boolean | undefined): SignInGroup {
  // The only method has the primary button
  if (group.kind === "buttons")
    return { ...group, methods: group.methods.map((method) => ({ ...method, fill: method.fill ?? {} })) }
  const fields = group.method.fields
    .filter(({ name }) => name !== "email")
    .map((field, position) => (position === 0 ? { ...field, autofocus } : field))
  return { ...group, method: { ...group.method, fields } }
}
