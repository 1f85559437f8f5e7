import { hiddenFields } from "../view/card.ts"
import { fill, withOverrides } from "../view/messages/fill.ts"
import {
  account as englishAccount,
  email as englishEmail,
  secondFactor as englishSecondFactor,
  signInCard as englishSignIn,
} from "../view/messages/en.ts"
import { emphasizeEmail, emptyNotice, type NoticeView } from "../view/notice.ts"
import { isOAuthProvider } from "../sign-in/provider-kind.view.ts"
import {
  newPassword,
  passwordFormView,
  passwordWords,
  type PasswordFormProps,
  type PasswordFormView,
} from "../password/password-form.view.ts"
import { passkeyVisibility } from "../passkeys/passkey-visibility.view.ts"
import { safeUrl } from "../view/safe-url.ts"
import { sentView, type SentProps } from "../view/sent-email.ts"
import { signInView, type SignInGroup } from "../sign-in/sign-in.view.ts"
import type { MarkLookup, PasskeyButtonView, ShownField, SignInProvider } from "../view/types.ts"

/** Props of the card that creates an account. */
export interface SignUpProps extends PasswordFormProps, SentProps {
  /**
   * `form` asks for the address and the password, and `sent` for the emailed code. `confirm` asks for one press of a
   * button after the emailed link was opened.
   * @default "form"
   */
  status?: "form" | "sent" | "confirm" | undefined
  /** Fields of your app, shown above the address, by name. */
  fields?: Readonly<Record<string, ShownField>> | undefined
  /**
   * The token of the emailed link or invitation, which the form repeats. The address is then `email`, and can't be
   * changed.
   */
  token?: string | undefined
  /** Whether the token belongs to an invitation. @default false */
  invited?: boolean | undefined
  /**
   * Whether the account gets a passkey instead of a password: `true` for every account, or `"optional"` with a second
   * button, in browsers with passkeys. The page after the emailed code creates it.
   *
   * @default false
   */
  passkey?: boolean | "optional" | undefined
  /** Other ways to create an account. Only OAuth and OpenID providers are shown. */
  providers?: readonly SignInProvider[] | undefined
  /**
   * Returns a provider's logo: `markOf` of `latchkit/marks`.
   * @default the logo of each provider's data, or else a tile with its first letter
   */
  marks?: MarkLookup | undefined
  /** Where a user who has an account signs in. @default `signin` below the base path */
  signInUrl?: string | undefined
  /** Your terms of service. With `privacyUrl`, the card says that the user agrees to both. */
  termsUrl?: string | undefined
  /** Your privacy policy. */
  privacyUrl?: string | undefined
}

/** The content of the card that creates an account: a form, or what to do after the email was sent. */
export type SignUpView = (PasswordFormView & SignUpParts) | NoticeView

/** The parts of the sign-up form that other password forms lack. */
export interface SignUpParts {
  /** The button that asks for a passkey instead of a password. It submits the same form. */
  readonly passkey: (Pick<PasskeyButtonView, "hidden" | "later"> & { label: string; busy: boolean }) | undefined
  /** The buttons of other providers. */
  readonly providers: { readonly group: SignInGroup & { kind: "buttons" }; readonly or: string } | undefined
  /** The sentence about the terms. Its strings with a URL are links. */
  readonly terms: readonly { readonly text: string; readonly href: string | undefined }[] | undefined
}

/** Returns the view of the card that creates an account. */
export function signUpView(props: SignUpProps): SignUpView {
  const { basePath = "/auth", status = "form" } = props
  const path = `${basePath}/sign-up`
  if (status === "confirm") return confirmView(props, path)
  const words = passwordWords(props)
  if (status === "sent")
    return sentView(props, {
      part: "sign-up",
      sentence: withOverrides(englishEmail, props.messages?.email).sentCode,
      code: path,
      again: path,
      change: path,
    })
  const { siteName: site, token, invited = false, email, fields = {} } = props
  const plain = invited ? words.joinPlain : words.signUpPlain
  const title = site === undefined ? plain : fill(invited ? words.join : words.signUp, { site })
  const isFixed = token !== undefined && email !== undefined
  const { password } = withOverrides(englishSignIn, props.messages?.signIn)
  const view = passwordFormView(props, {
    part: "sign-up",
    title,
    text: token === undefined ? undefined : invited ? words.joinText : words.elsewhere,
    path: "sign-up",
    label: invited && site !== undefined ? title : words.create,
    account: isFixed ? email : undefined,
    fields: {
      ...fields,
      ...(fields["name"] && { name: { label: words.name, ...fields["name"] } }),
      ...(!isFixed && { email: { type: "email", autocomplete: "username" } }),
      ...(props.passkey !== true && { password: newPassword(password) }),
    },
    hidden: { token },
    footer: {
      text: words.haveAccount,
      label: withOverrides(englishAccount, props.messages?.account).signIn,
      href: safeUrl(props.signInUrl ?? `${basePath}/signin`),
    },
  })
  return {
    ...view,
    passkey: passkeyChoice(props),
    providers: otherProviders(props),
    terms: termsSentence(props, words),
  }
}

function passkeyChoice(props: SignUpProps): SignUpParts["passkey"] {
  if (props.passkey !== "optional" || props.token !== undefined) return undefined
  const { usePasskey: label } = withOverrides(englishSecondFactor, props.messages?.secondFactor)
  return { label, busy: props.busy === "passkey", ...passkeyVisibility(props) }
}

function confirmView(props: SignUpProps, path: string): NoticeView {
  const words = passwordWords(props)
  const { email, siteName: site, csrfToken, token, action } = props
  const sentence = site === undefined ? words.confirmTextPlain : fill(words.confirmText, { site })
  return {
    ...emptyNotice(props, words.confirmTitle, "sign-up"),
    icon: "check",
    ...(email !== undefined && emphasizeEmail(sentence, email)),
    hint: withOverrides(englishEmail, props.messages?.email).confirmHint,
    form: {
      action: safeUrl(action ?? path),
      hidden: hiddenFields({ csrfToken, token }),
      label: words.create,
      busy: props.busy === "form",
    },
  }
}

function otherProviders(props: SignUpProps): SignUpParts["providers"] {
  const { providers = [], basePath: _, ...rest } = props
  const quiet = { error: undefined, result: undefined, formErrors: undefined, fieldErrors: undefined }
  const { groups, or } = signInView({ ...rest, ...quiet, providers: providers.filter(isOAuthProvider) })
  const group = groups.find((one) => one.kind === "buttons")
  return group && { group, or }
}

function termsSentence(
  { termsUrl, privacyUrl }: SignUpProps,
  { terms, termsLink, privacyLink }: ReturnType<typeof passwordWords>,
): SignUpParts["terms"] {
  if (termsUrl === undefined || privacyUrl === undefined) return undefined
  const links: Readonly<Record<string, { text: string; href: string }>> = {
    "{terms}": { text: termsLink, href: safeUrl(termsUrl) },
    "{privacy}": { text: privacyLink, href: safeUrl(privacyUrl) },
  }
  return terms.split(/(\{\w+\})/).map((text) => links[text] ?? { text, href: undefined })
}
