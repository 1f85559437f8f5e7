import { hiddenFields } from "../view/card.ts"
import { formFields, type FieldView } from "../view/fields.ts"
import type { signInCard as english } from "../view/messages/en.ts"
import { fill } from "../view/messages/fill.ts"
import { isTypeShared } from "./provider-kind.view.ts"
import type { ProviderMark } from "../../client/contract.ts"
import { markOrLetter } from "../view/provider-marks.ts"
import { REMEMBER_FIELD, methodCheckbox, sharedFormId, type CheckboxView } from "./remember.view.ts"
import { safeUrl } from "../view/safe-url.ts"
import type { SignInFailure } from "./sign-in-failure.view.ts"
import type { SignInProps } from "./sign-in-props.view.ts"
import { fillTokens, logoView, type LogoView } from "../theme/theme.ts"
import type { HiddenFields, SignInProvider } from "../view/types.ts"

/** The form of a sign-in method. */
export interface SignInMethod {
  readonly id: string
  readonly name: string
  readonly action: string
  readonly hidden: HiddenFields
  readonly label: string
  readonly badge: string | undefined
  readonly busy: boolean
  /** The form's own "Keep me signed in" checkbox. */
  readonly remember: CheckboxView | undefined
  /** The app's own image of the provider, instead of its mark. */
  readonly logo: LogoView | undefined
  /** The custom properties of a button that the app fills with a color. */
  readonly fill: Readonly<Record<string, string>> | undefined
}

/** A button that redirects to another site. */
export interface ButtonMethod extends SignInMethod {
  readonly kind: "button"
  /** Whether a script may open the provider in a popup, as the app asked. */
  readonly popup: boolean
  /** Id of the form with the shared checkbox, which this button submits while no script runs. */
  readonly sends: string | undefined
  /** Shown instead of the label if space is short. The label stays the accessible name. */
  readonly short: string | undefined
  /** A text is the letter of a tile that stands for it. */
  readonly mark: ProviderMark | string | undefined
}

/** A second button of a form, which sends only its address. */
export interface EmailButton extends Pick<SignInMethod, "id" | "label" | "badge" | "busy"> {
  /** Where it sends the form. An app's own action gets the form too, and the id of the provider. */
  readonly action: string | undefined
}

/** Fields and their button. */
export interface FormMethod extends SignInMethod {
  readonly kind: "form"
  readonly fields: readonly FieldView[]
  readonly primary: boolean
  /** The button of the email provider, which needs only this form's address. */
  readonly email?: EmailButton | undefined
  /** The error of this form. */
  readonly alert: string | undefined
}

type Words = typeof english

/** The inputs of a card's methods. */
export interface MethodContext {
  props: SignInProps
  words: Words
  ordered: readonly SignInProvider[]
  failure: SignInFailure
  /** The provider whose form has the primary button. */
  first: SignInProvider | undefined
  /** The email provider whose button is in the password's form. */
  email?: SignInProvider | undefined
}

function commonMethod(provider: SignInProvider, context: MethodContext) {
  const { props, words, first } = context
  const { id, name } = provider
  const { csrfToken, result } = props
  try {
    if (process.env.NODE_ENV === "development") reportMissingUrl(provider, props)
  } catch {
    // Without a bundler `process` doesn't exist
  }
  // The page that the action rendered may have lost the first page's query
  const callbackUrl = (result?.failed ? result.redirectTo : undefined) ?? props.callbackUrl
  const remember = methodCheckbox(props, words.remember, provider === first)
  const forAction = props.action === undefined ? {} : { providerId: id, redirectTo: callbackUrl }
  return {
    id,
    name,
    hidden: hiddenFields({ csrfToken, callbackUrl, ...(remember && REMEMBER_FIELD), ...forAction }),
    remember,
    ...methodLook(provider, context),
  }
}

/** Returns the state and the style of a provider's button. */
export function methodLook({ id, style }: SignInProvider, { props, words }: MethodContext) {
  return {
    badge: id === props.lastUsed ? words.lastUsed : undefined,
    logo: logoView(style),
    busy: props.busy === id,
    fill: fillTokens(style),
  }
}

/** Returns the view of a provider's button. */
export function buttonMethod(provider: SignInProvider, layout: string, context: MethodContext): ButtonMethod {
  const shared = commonMethod(provider, context)
  return {
    ...shared,
    kind: "button",
    popup: context.props.popup === true && context.props.action === undefined,
    sends: sharedFormId(context.props),
    action: safeUrl(context.props.action ?? provider.signinUrl),
    label: fill(context.words.continueWith, { provider: provider.name }),
    short: layout === "stack" ? undefined : provider.name,
    mark: shared.logo ? undefined : markOrLetter(provider.mark ?? context.props.marks?.(provider.id), provider.name),
  }
}

/** Returns the view of a form with fields. */
export function formMethod(provider: SignInProvider, context: MethodContext): FormMethod {
  const { props, words, first, failure, email } = context
  const own = [provider.id, email?.id]
  const isEmail = provider.type === "email"
  const text = isEmail ? words.continueWithEmail : words.submit
  const failed = own.includes(failure.form ?? "")
  const fields = formFields(provider, {
    id: `${props.idPrefix ?? "kit"}-${provider.id}`,
    words,
    props,
    values: own.includes(props.failedProvider ?? failure.form ?? "")
      ? (props.values ?? props.result?.values ?? {})
      : {},
    fieldErrors: failed ? failure.fieldErrors : {},
    failed: failed && failure.marksPassword,
  })
  return {
    ...commonMethod(provider, context),
    kind: "form",
    action: safeUrl(props.action ?? (isEmail ? provider.signinUrl : provider.callbackUrl)),
    label:
      provider.label ?? (isTypeShared(provider, props) ? fill(words.continueWith, { provider: provider.name }) : text),
    primary: provider === first,
    alert: failed ? failure.sentence : undefined,
    fields,
    email: email && emailButton(email, context),
  }
}

const emailButton = (provider: SignInProvider, context: MethodContext): EmailButton => ({
  ...methodLook(provider, context),
  id: provider.id,
  action: context.props.action === undefined ? safeUrl(provider.signinUrl) : undefined,
  label: provider.label ?? context.words.continueWithEmail,
})

declare const process: { env: { NODE_ENV?: string } } // bundlers replace exactly this expression

/** Logs if an app's own data has no URL for a provider: its form then leads nowhere. */
function reportMissingUrl(provider: SignInProvider, { action }: SignInProps): void {
  const name = provider.type === "credentials" ? "callbackUrl" : "signinUrl"
  if (action !== undefined || provider[name]) return
  console.error(
    `[latchkit] The provider "${provider.id}" of the sign-in card has no \`${name}\`. Pass the \`providers\` that \`auth.signInProps\` or \`GET providers\` returns, and in a story those of \`fakeSignInProps\` of latchkit/testing/stories.`,
  )
}
