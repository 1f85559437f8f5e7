import {
  account as englishAccount,
  email as englishEmail,
  identifierFirst as english,
  signInCard as englishSignIn,
} from "./messages/en.ts"
import { fill, withOverrides } from "./messages/fill.ts"
import { passwordFormView, type PasswordFormView } from "./password-form.ts"
import { isOAuthProvider } from "./provider-kind.ts"
import { safeUrl } from "./safe-url.ts"
import type { SignInProps } from "./sign-in-props.ts"
import { signInView, type SignInGroup, type SignInView } from "./sign-in.ts"
import type { LinkLine } from "./types.ts"

/** Props of a sign-in that asks for the email address first. */
export interface IdentifierFirstProps extends SignInProps {
  /** The address that the user entered. `undefined` asks for it. */
  identifier?: string | undefined
  /** Id of the provider of the address's domain. It is then the only method. */
  company?: string | undefined
  /** Whether an address was sent that isn't one. */
  rejected?: boolean | undefined
  /** The URL of the sign-in page: the form posts to it, and "Change" leads to it. */
  startUrl: string
}

/** The content of a sign-in that asks for the email address first. */
export type IdentifierFirstView =
  | {
      readonly step: "identifier"
      readonly title: string
      readonly failed: boolean
      readonly form: PasswordFormView
      /** The buttons and the passkey below the form. */
      readonly others: SignInView
    }
  | {
      readonly step: "method"
      readonly title: string
      readonly failed: boolean
      readonly card: SignInView
      /** The address, which the forms repeat. */
      readonly identifier: string
      readonly change: LinkLine
    }

/** Returns the view of the step that asks for the address, or of the methods for it. */
export function identifierFirstView(props: IdentifierFirstProps): IdentifierFirstView {
  return props.identifier === undefined ? identifierStep(props) : methodStep(props, props.identifier)
}

function identifierStep(props: IdentifierFirstProps): IdentifierFirstView {
  const { providers, messages, rejected, startUrl } = props
  const quiet = { error: undefined, formErrors: undefined, fieldErrors: undefined, remember: undefined }
  const others = signInView({ ...props, ...quiet, providers: providers.filter(({ type }) => !hasForm(type)) })
  const form = passwordFormView(
    { ...props, autofocus: true, action: startUrl, fieldErrors: rejected ? { email: ["InvalidEmail"] } : undefined },
    {
      part: "sign-in",
      title: others.title,
      text: withOverrides(english, messages?.identifierFirst).text,
      path: "signin",
      label: withOverrides(englishEmail, messages?.email).confirmPlain,
      fields: { email: { type: "email", autocomplete: "username" } },
      footer: others.footer,
    },
  )
  // Browsers offer passkeys in this field
  const fields = form.fields.map((field) => (others.passkey ? { ...field, autocomplete: "username webauthn" } : field))
  const failed = form.alert !== undefined || rejected === true
  return { step: "identifier", title: others.title, failed, form: { ...form, fields }, others }
}

const hasForm = (type: string) => type === "email" || type === "credentials"

function methodStep(props: IdentifierFirstProps, identifier: string): IdentifierFirstView {
  const { messages, company, startUrl } = props
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
    failed: card.failed,
    identifier,
    change: { label: withOverrides(englishAccount, messages?.account).change, href: safeUrl(startUrl) },
    card: {
      ...card,
      title,
      lead: company === undefined ? withOverrides(englishSignIn, messages?.signIn).welcome : words.providerText,
      groups: card.groups.map(toMethodGroup),
    },
  }
}

const isPassword = ({ autocomplete }: { autocomplete?: string | undefined }) => autocomplete === "current-password"

// A password is the fastest method, so its button is the primary one
const sortByPassword = (providers: SignInProps["providers"]) =>
  [...providers].sort((one, other) => Number(other.type === "credentials") - Number(one.type === "credentials"))

// The account above the forms takes the place of the field
function toMethodGroup(group: SignInGroup, index: number): SignInGroup {
  // The only method has the primary button
  if (group.kind === "buttons")
    return { ...group, methods: group.methods.map((method) => ({ ...method, fill: method.fill ?? {} })) }
  const fields = group.method.fields
    .filter(({ name }) => name !== "email")
    .map((field, position) => (index + position === 0 ? { ...field, autofocus: true } : field))
  return { ...group, method: { ...group.method, fields } }
}
