import { changePasswordView, type ChangePasswordProps } from "../password/change-password.view.ts"
import { forgotPasswordView, type ForgotPasswordProps } from "../password/forgot-password.view.ts"
import { identifierFirstView, type IdentifierFirstProps } from "../sign-in/identifier-first.view.ts"
import { identifierFirstMarkup } from "../sign-in/identifier-first.markup.ts"
import { noticeMarkup } from "../view/markup/notice.ts"
import { passwordFormMarkup } from "../password/password-form.markup.ts"
import { signUpMarkup } from "../sign-up/sign-up.markup.ts"
import { userButtonMarkup } from "../user-button/user-button.markup.ts"
import { userButtonView, type UserButtonProps } from "../user-button/user-button.view.ts"
import { signInMarkup } from "../sign-in/sign-in.markup.ts"
import { signOutMarkup } from "../sign-out/sign-out.markup.ts"
import { markOf } from "../view/marks/index.ts"
import { resetPasswordView, type ResetPasswordProps } from "../password/reset-password.view.ts"
import { signUpView, type SignUpProps } from "../sign-up/sign-up.view.ts"
import type { SignInProps } from "../sign-in/sign-in-props.view.ts"
import { signInView } from "../sign-in/sign-in.view.ts"
import { signOutView, type SignOutProps } from "../sign-out/sign-out.view.ts"
import { inRoot, withIds } from "./root.ts"
import type { HtmlSlots } from "./render.ts"

export type { IdentifierStepProps } from "../sign-in/identifier-first.view.ts"
export type { IdentifierFirstProps, SignInProps, SignOutProps, UserButtonProps }
export type { ChangePasswordProps, ForgotPasswordProps, ResetPasswordProps, SignUpProps }
export type { PasswordFormProps } from "../password/password-form.view.ts"
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
export { escapeHtml, type HtmlSlots } from "./render.ts"
export { themeCss, type StyledProvider } from "./theme-css.ts"
export { themeProblems } from "../theme/theme-problems.ts"

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
