import { changePasswordView, type ChangePasswordProps } from "../view/change-password.ts"
import { forgotPasswordView, type ForgotPasswordProps } from "../view/forgot-password.ts"
import { identifierFirstView, type IdentifierFirstProps } from "../view/identifier-first.ts"
import { identifierFirstMarkup } from "../view/markup/identifier-first.ts"
import { noticeMarkup } from "../view/markup/notice.ts"
import { passwordFormMarkup } from "../view/markup/password-form.ts"
import { signUpMarkup } from "../view/markup/sign-up.ts"
import { userButtonMarkup } from "../view/markup/user-button.ts"
import { userButtonView, type UserButtonProps } from "../view/user-button.ts"
import { signInMarkup } from "../view/markup/sign-in.ts"
import { signOutMarkup } from "../view/markup/sign-out.ts"
import { markOf } from "../view/marks/index.ts"
import { resetPasswordView, type ResetPasswordProps } from "../view/reset-password.ts"
import { signUpView, type SignUpProps } from "../view/sign-up.ts"
import type { SignInProps } from "../view/sign-in-props.ts"
import { signInView } from "../view/sign-in.ts"
import { signOutView, type SignOutProps } from "../view/sign-out.ts"
import { inRoot, withIds } from "./root.ts"
import type { HtmlSlots } from "./render.ts"

export type { IdentifierStepProps } from "../view/identifier-first.ts"
export type { IdentifierFirstProps, SignInProps, SignOutProps, UserButtonProps }
export type { ChangePasswordProps, ForgotPasswordProps, ResetPasswordProps, SignUpProps }
export type { PasswordFormProps } from "../view/password-form.ts"
export type { SentProps } from "../view/sent-email.ts"
export {
  accountCard,
  accountProfileCard,
  accountEmailCard,
  accountPasswordCard,
  accountTwoStepCard,
  accountPasskeysCard,
  accountConnectionsCard,
  accountDevicesCard,
  accountDangerCard,
  type AccountProps,
} from "./account.ts"
export { cardScript } from "./assets.generated.ts"
export type { HtmlSlots } from "./render.ts"
export { themeCss, type StyledProvider } from "./theme-css.ts"
export { themeProblems } from "../view/theme-problems.ts"

/**
 * Returns only the sign-in card, for your app's own page.
 *
 * `slots` has HTML of your own, such as a captcha in `beforeSubmit`. The page links `latchkit/auth.css`, and uses
 * {@link themeCss} for a theme. With `popup`, it also loads {@link cardScript}, or calls `startPopups` of `latchkit`.
 *
 * @example
 * const { props, cookies } = await auth.signInProps(request)
 * const html = `<!doctype html>… ${signInCard(props)}`
 */
export function signInCard(props: SignInProps, slots?: HtmlSlots): string {
  return inRoot(
    signInMarkup(signInView({ marks: markOf, scriptless: true, addressOnce: true, ...withIds(props) })),
    props,
    slots,
  )
}

/** Returns only the sign-in card that asks for the email address first, like {@link signInCard}. */
export function identifierFirstCard(props: IdentifierFirstProps, slots?: HtmlSlots): string {
  const view = identifierFirstView({ marks: markOf, scriptless: true, ...withIds(props) })
  return inRoot(identifierFirstMarkup(view), props, slots)
}

/** Returns only the card that asks before signing out. */
export function signOutCard(props: SignOutProps): string {
  return inRoot(signOutMarkup(signOutView(withIds(props))), props)
}

/** Returns the signed-in user's menu, or a sign-in link for an anonymous user. It opens without a script. */
export function userButton(props: UserButtonProps): string {
  return inRoot(userButtonMarkup(userButtonView(withIds(props))), props)
}

/** Returns only the card that creates an account, like {@link signInCard}. */
export function signUpCard(props: SignUpProps, slots?: HtmlSlots): string {
  return inRoot(signUpMarkup(signUpView({ marks: markOf, scriptless: true, ...withIds(props) })), props, slots)
}

/** Returns only the card that emails a link to reset the password. */
export function forgotPasswordCard(props: ForgotPasswordProps, slots?: HtmlSlots): string {
  const view = forgotPasswordView(withIds(props))
  return inRoot(view.kind === "notice" ? noticeMarkup(view) : passwordFormMarkup(view), props, slots)
}

/** Returns only the card that takes a new password after the emailed link or code. */
export function resetPasswordCard(props: ResetPasswordProps, slots?: HtmlSlots): string {
  return inRoot(passwordFormMarkup(resetPasswordView(withIds(props))), props, slots)
}

/** Returns only the card that changes the password of a signed-in user. */
export function changePasswordCard(props: ChangePasswordProps, slots?: HtmlSlots): string {
  return inRoot(passwordFormMarkup(changePasswordView(withIds(props))), props, slots)
}
