import { accountView, type AccountProps } from "../account/account.view.ts"
import { confirmCardView, type ConfirmCardProps } from "../step-up/confirm.view.ts"
import { changeEmailView, type ChangeEmailProps } from "../account/change-email.view.ts"
import { changePasswordView, type ChangePasswordProps } from "../password/change-password.view.ts"
import { createPasskeyView, type CreatePasskeyProps } from "../passkeys/create-passkey.view.ts"
import { createPasskeyMarkup } from "../passkeys/create-passkey.markup.ts"
import { enrollTotpView, type EnrollTotpProps } from "../two-step/enroll-totp.view.ts"
import { forgotPasswordView, type ForgotPasswordProps } from "../password/forgot-password.view.ts"
import { accountMarkup } from "../account/account.markup.ts"
import { confirmMarkup } from "../step-up/confirm.markup.ts"
import { enrollTotpMarkup } from "../two-step/enroll-totp.markup.ts"
import { recoveryCodesMarkup } from "../two-step/recovery-codes.markup.ts"
import { noticeMarkup } from "../view/markup/notice.ts"
import { secondFactorMarkup } from "../two-step/second-factor.markup.ts"
import { passwordFormMarkup } from "../password/password-form.markup.ts"
import { signUpMarkup } from "../sign-up/sign-up.markup.ts"
import { documentTitle, type NoticeView } from "../view/notice.ts"
import { nativeAppView, type NativeAppProps } from "../sign-in/native-app.view.ts"
import { builtInMark } from "../view/marks/built-in.ts"
import type { ElementNode } from "../view/node.ts"
import { recoveryCodesView, type RecoveryCodesProps } from "../two-step/recovery-codes.view.ts"
import { resetPasswordView, type ResetPasswordProps } from "../password/reset-password.view.ts"
import { secondFactorView, type SecondFactorProps } from "../two-step/second-factor.view.ts"
import { signUpView, type SignUpProps } from "../sign-up/sign-up.view.ts"
import type { PasswordFormView } from "../password/password-form.view.ts"
import { deletedView, deletionView, type DeletedProps, type DeletionProps } from "../account/deletion.view.ts"
import { undoView, type UndoProps } from "../account/undo.view.ts"
import { document } from "./document.ts"
import { noticePage, stepPage, type PageProps, type CardPageProps } from "./pages.ts"

/** Returns the page for a user who didn't cause what a security email reports. */
export function undoPage({ assets, ...props }: UndoProps & PageProps): string {
  return noticePage(undoView({ ...props, dir: undefined }), { ...props, assets })
}

/** Returns the page of a user whose account waits for its deletion. */
export function deletionPage({ assets, ...props }: DeletionProps & PageProps): string {
  return noticePage(deletionView({ ...props, dir: undefined }), { ...props, assets })
}

/** Returns the page after a deletion. */
export function deletedPage({ assets, ...props }: DeletedProps & PageProps): string {
  return noticePage(deletedView({ ...props, lang: undefined, dir: undefined }), { ...props, assets })
}

/** Returns the page on which a signed-in user continues to a native app. */
export function nativeAppPage({ assets, ...props }: NativeAppProps & PageProps): string {
  return noticePage(nativeAppView({ ...props, lang: undefined, dir: undefined }), { ...props, assets })
}

/** Returns the page of a sign-in's second step. */
export function secondFactorPage({ assets, ...props }: SecondFactorProps & PageProps): string {
  const view = secondFactorView({ autofocus: true, ...props, lang: undefined, dir: undefined })
  return stepPage(secondFactorMarkup(view), view, { ...props, assets })
}

/** Returns the page that sets up an authenticator app. */
export function enrollTotpPage({ assets, ...props }: EnrollTotpProps & PageProps): string {
  const view = enrollTotpView({ autofocus: true, ...props, lang: undefined, dir: undefined })
  return stepPage(enrollTotpMarkup(view), view, { ...props, assets })
}

/** Returns the page that shows new recovery codes. Respond with `Cache-Control: no-store`. */
export function recoveryCodesPage({ assets, ...props }: RecoveryCodesProps & PageProps): string {
  const view = recoveryCodesView({ ...props, lang: undefined, dir: undefined })
  return stepPage(recoveryCodesMarkup(view), view, { ...props, assets })
}

/** Returns the page that asks a signed-in user to confirm who they are. */
export function confirmCardPage({ assets, ...props }: ConfirmCardProps & PageProps): string {
  const view = confirmCardView({ autofocus: true, ...props, dialog: false, lang: undefined, dir: undefined })
  return stepPage(confirmMarkup(view), view, { ...props, assets })
}

/** Returns the page that creates an account, or the one after it sent an email. */
export function signUpPage({ assets, ...props }: SignUpProps & PageProps): string {
  const view = signUpView({ marks: builtInMark, autofocus: true, ...props, lang: undefined, dir: undefined })
  return passwordPage(signUpMarkup(view), view, { ...props, assets })
}

/** Returns the page that creates the passkey of a new user. */
export function createPasskeyPage({ assets, ...props }: CreatePasskeyProps & PageProps): string {
  const view = createPasskeyView({ ...props, lang: undefined, dir: undefined })
  return stepPage(createPasskeyMarkup(view), view, { ...props, assets })
}

/** Returns the page that emails a link to reset the password, or the one after it did. */
export function forgotPasswordPage({ assets, ...props }: ForgotPasswordProps & PageProps): string {
  const view = forgotPasswordView({ autofocus: true, ...props, lang: undefined, dir: undefined })
  const element = view.kind === "notice" ? noticeMarkup(view) : passwordFormMarkup(view)
  return passwordPage(element, view, { ...props, assets })
}

/** Returns the page that takes a new password. */
export function resetPasswordPage({ assets, ...props }: ResetPasswordProps & PageProps): string {
  const view = resetPasswordView({ autofocus: true, ...props, lang: undefined, dir: undefined })
  return passwordPage(passwordFormMarkup(view), view, { ...props, assets })
}

/** Returns the page that changes the password of a signed-in user. */
export function changePasswordPage({ assets, ...props }: ChangePasswordProps & PageProps): string {
  const view = changePasswordView({ autofocus: true, ...props, lang: undefined, dir: undefined })
  return passwordPage(passwordFormMarkup(view), view, { ...props, assets })
}

/** Returns the page that proves a new email address. */
export function changeEmailPage({ assets, ...props }: ChangeEmailProps & PageProps): string {
  const view = changeEmailView({ ...props, lang: undefined, dir: undefined })
  return passwordPage(noticeMarkup(view), view, { ...props, assets })
}

/** Returns the account's page. */
export function accountPage({ assets, ...props }: AccountProps & PageProps): string {
  const view = accountView({ marks: builtInMark, scriptless: true, ...props, lang: undefined, dir: undefined })
  const title = documentTitle(view.title, props.error !== undefined, props.messages)
  return document({ ...props, title, scheme: view.scheme, assets }, accountMarkup(view))
}

function passwordPage(element: ElementNode, view: PasswordFormView | NoticeView, props: CardPageProps): string {
  const fields = view.kind === "notice" ? [view.code?.field] : view.fields
  const failed = view.alert !== undefined || fields.some((field) => field?.invalid)
  return stepPage(element, view, { ...props, failed })
}
