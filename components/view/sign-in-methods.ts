import { hiddenFields } from "./card.ts"
import { formFields, type FieldView } from "./fields.ts"
import type { signIn as english } from "./messages/en.ts"
import { fill } from "./messages/fill.ts"
import { isTypeShared } from "./provider-kind.ts"
import { neutral, type ProviderMark } from "./provider-marks.ts"
import { REMEMBER_FIELD, methodCheckbox, sharedFormId, type CheckboxView } from "./remember.ts"
import { safeUrl } from "./safe-url.ts"
import type { SignInFailure } from "./sign-in-failure.ts"
import type { SignInProps } from "./sign-in-props.ts"
import { fillTokens, safeImage } from "./theme.ts"
import type { HiddenFields, SignInProvider } from "./types.ts"

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
  readonly remember: CheckboxView | undefined
  /** The app's own image of the provider, in place of its mark. */
  readonly logo: string | undefined
  /** The custom properties of a button that the app wants filled. */
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
}

/** Fields and their button. */
export interface FormMethod extends Method {
  readonly kind: "form"
  readonly fields: readonly FieldView[]
  readonly primary: boolean
  /** What went wrong with this form. */
  readonly alert: string | undefined
}

type Words = typeof english

/** What the methods of a card are made from. */
export interface MethodContext {
  props: SignInProps
  words: Words
  ordered: readonly SignInProvider[]
  failure: SignInFailure
  /** The form whose button is the one thing to do. */
  first: SignInProvider | undefined
}

function commonMethod(provider: SignInProvider, context: MethodContext) {
  const { props, words } = context
  const { id, name } = provider
  const { csrfToken, result } = props
  // The page that the action rendered may have lost the query of the first one
  const callbackUrl = (result?.failed ? result.redirectTo : undefined) ?? props.callbackUrl
  const remember = methodCheckbox(props, words.remember)
  const forAction = props.action === undefined ? {} : { providerId: id, redirectTo: callbackUrl }
  return {
    id,
    name,
    hidden: hiddenFields({ csrfToken, callbackUrl, ...(remember && REMEMBER_FIELD), ...forAction }),
    remember,
    badge: lastUsedBadge(provider, context),
    logo: safeImage(provider.style?.logo),
    busy: props.busy === id,
    fill: fillTokens(provider.style),
  }
}

/** "Last used", for the provider that this browser signed in with last. */
export function lastUsedBadge({ id }: SignInProvider, { props, words }: MethodContext): string | undefined {
  return id === props.lastUsed ? words.lastUsed : undefined
}

/** A provider's button as a value. */
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
    // in a grid a mark stands for the name, so that what has none is named
    mark: shared.logo ? undefined : (context.props.marks?.(provider.id) ?? (layout === "grid" ? undefined : neutral)),
  }
}

/** A form with fields as a value. */
export function formMethod(provider: SignInProvider, context: MethodContext): FormMethod {
  const { props, words, first, failure } = context
  const isEmail = provider.type === "email"
  const failed = failure.form === provider.id
  const labelWithName = fill(words.continueWith, { provider: provider.name })
  const fields = formFields(provider, {
    id: `${props.idPrefix ?? "auth"}-${provider.id}`,
    words,
    props,
    values: (props.failedProvider ?? failure.form) === provider.id ? (props.values ?? props.result?.values ?? {}) : {},
    fieldErrors: failed ? failure.fieldErrors : {},
    failed: failed && failure.marksPassword,
  })
  return {
    ...commonMethod(provider, context),
    kind: "form",
    action: safeUrl(props.action ?? (isEmail ? provider.signinUrl : provider.callbackUrl)),
    label: isTypeShared(provider, props) ? labelWithName : isEmail ? words.continueWithEmail : words.submit,
    primary: provider === first,
    alert: failed ? failure.sentence : undefined,
    fields,
  }
}
