import { accountView, type AccountProps } from "../view/account.ts"
import { alreadySignedInView, type AlreadySignedInProps } from "../view/already-signed-in.ts"
import { confirmCardView, type ConfirmCardProps } from "../view/confirm.ts"
import { changeEmailView, type ChangeEmailProps } from "../view/change-email.ts"
import { changePasswordView, type ChangePasswordProps } from "../view/change-password.ts"
import { createPasskeyView, type CreatePasskeyProps } from "../view/create-passkey.ts"
import { createPasskeyMarkup } from "../view/markup/create-passkey.ts"
import { enrollTotpView, type EnrollTotpProps } from "../view/enroll-totp.ts"
import { hasFailed } from "../view/has-failed.ts"
import { forgotPasswordView, type ForgotPasswordProps } from "../view/forgot-password.ts"
import { identifierFirstView, type IdentifierFirstProps } from "../view/identifier-first.ts"
import { identifierFirstMarkup } from "../view/markup/identifier-first.ts"
import { accountMarkup } from "../view/markup/account.ts"
import { confirmMarkup } from "../view/markup/confirm.ts"
import { enrollTotpMarkup } from "../view/markup/enroll-totp.ts"
import { recoveryCodesMarkup } from "../view/markup/recovery-codes.ts"
import { secondFactorMarkup } from "../view/markup/second-factor.ts"
import { noticeMarkup } from "../view/markup/notice.ts"
import { passwordFormMarkup } from "../view/markup/password-form.ts"
import { signInMarkup } from "../view/markup/sign-in.ts"
import { signOutMarkup } from "../view/markup/sign-out.ts"
import { signUpMarkup } from "../view/markup/sign-up.ts"
import {
  confirmView,
  documentTitle,
  errorView,
  type ConfirmProps,
  type ErrorPageProps,
  type NoticeView,
} from "../view/notice.ts"
import { nativeAppView, type NativeAppProps } from "../view/native-app.ts"
import { popupView, type PopupProps } from "../view/popup.ts"
import { errorMessage } from "../view/error-message.ts"
import { builtInMark } from "../view/marks/built-in.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import type { ElementNode } from "../view/node.ts"
import { recoveryCodesView, type RecoveryCodesProps } from "../view/recovery-codes.ts"
import { resetPasswordView, type ResetPasswordProps } from "../view/reset-password.ts"
import { secondFactorView, type SecondFactorProps } from "../view/second-factor.ts"
import type { SignInProps } from "../view/sign-in-props.ts"
import { signInView } from "../view/sign-in.ts"
import { signOutView, type SignOutProps } from "../view/sign-out.ts"
import { signUpView, type SignUpProps } from "../view/sign-up.ts"
import type { PasswordFormView } from "../view/password-form.ts"
import type { CardView, LinkLine } from "../view/types.ts"
import { deletedView, deletionView, type DeletedProps, type DeletionProps } from "../view/deletion.ts"
import { undoView, type UndoProps } from "../view/undo.ts"
import { verifyRequestView, type VerifyRequestProps } from "../view/verify-request.ts"
import { document, type PageAssets } from "./document.ts"
import { hasSameContent, type HtmlSlots } from "./render.ts"

// The server loads the pages, their files and their theme with one import
export {
  accountScript,
  fedcmScript,
  fieldsScript,
  pageScript,
  passkeyScript,
  popupScript,
  stepScript,
  stylesheet,
} from "./assets.generated.ts"
export { pageThemeCss, themeCss } from "./theme-css.ts"

/** Props of every page, in addition to its card's own. */
export interface PageProps {
  /** The language tag of the page, such as `de`. */
  lang: string
  dir?: "ltr" | "rtl" | undefined
  /** URLs of the stylesheet and the script. Without them the page is plain HTML. */
  assets: PageAssets | undefined
  /** The app's own HTML in the card. */
  slots?: HtmlSlots | undefined
  /** The app's links at the end of the page. @default none */
  footerLinks?: readonly LinkLine[] | undefined
}

/** Returns the sign-in page. */
export function signInPage({ assets, ...props }: SignInProps & PageProps): string {
  const { error, code, messages } = props
  const isRemoved = error === "WebAuthnVerificationError" && code === "unknown" // the server doesn't know this passkey anymore
  const sentence = isRemoved ? errorMessage("Unknown", { messages }) : undefined
  const own = { footerLinks: undefined, lang: undefined, dir: undefined }
  const addressOnce = hasSameContent(props.providers, props.slots)
  const view = signInView({ marks: builtInMark, sentence, addressOnce, ...props, ...own })
  const title = documentTitle(view.title, hasFailed(view), props.messages)
  const pageAssets = view.passkey ? assets : assets && { ...assets, passkeyScript: undefined }
  return document({ ...props, title, scheme: view.scheme, assets: pageAssets }, signInMarkup(view))
}

/** Returns the sign-in page that asks for the email address first, or shows the methods for it. */
export function identifierFirstPage({ assets, ...props }: IdentifierFirstProps & PageProps): string {
  const own = { footerLinks: undefined, lang: undefined, dir: undefined }
  const view = identifierFirstView({ marks: builtInMark, autofocus: true, ...props, ...own })
  const { passkey, scheme } = view.card
  const title = documentTitle(view.title, view.failed, props.messages)
  const pageAssets = passkey ? assets : assets && { ...assets, passkeyScript: undefined }
  return document({ ...props, title, scheme, assets: pageAssets }, identifierFirstMarkup(view))
}

/** Returns the sign-in page of a user who is already signed in. */
export function alreadySignedInPage({ assets, ...props }: AlreadySignedInProps & PageProps): string {
  return noticePage(alreadySignedInView({ ...props, lang: undefined, dir: undefined }), { ...props, assets })
}

/** Returns the page that asks before signing out. */
export function signOutPage({ assets, ...props }: SignOutProps & PageProps): string {
  const view = signOutView({ ...props, lang: undefined, dir: undefined })
  return document({ ...props, title: view.title, scheme: view.scheme, assets }, signOutMarkup(view))
}

/** Returns the error page. */
export function errorPage({ assets, ...props }: ErrorPageProps & PageProps): string {
  return noticePage(errorView({ ...props, lang: undefined, dir: undefined }), { ...props, assets, failed: true })
}

/** Returns the page after an email was sent. */
export function verifyRequestPage({ assets, ...props }: VerifyRequestProps & PageProps): string {
  const view = verifyRequestView({ autofocus: true, ...props, lang: undefined, dir: undefined })
  return noticePage(view, { ...props, assets, failed: view.code?.field.invalid })
}

/** Returns the account's page. */
export function accountPage({ assets, ...props }: AccountProps & PageProps): string {
  const view = accountView({ marks: builtInMark, scriptless: true, ...props, lang: undefined, dir: undefined })
  const title = documentTitle(view.title, props.error !== undefined, props.messages)
  return document({ ...props, title, scheme: view.scheme, assets }, accountMarkup(view))
}

/** Returns the page where a popup sign-in ends. */
export function popupPage({ assets, ...props }: PopupProps & PageProps): string {
  const view = popupView({ ...props, lang: undefined, dir: undefined })
  return noticePage(view, { ...props, assets, failed: view.tone === "danger" })
}

/** Returns the page that a magic link opens. */
export function confirmPage({ assets, ...props }: ConfirmProps & PageProps): string {
  return noticePage(confirmView({ ...props, lang: undefined, dir: undefined }), { ...props, assets })
}

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

interface CardPageProps extends PageProps {
  messages?: MessageOverrides | undefined
  /** Whether the title says that something failed. @default whether the view has an alert */
  failed?: boolean | undefined
}

function passwordPage(element: ElementNode, view: PasswordFormView | NoticeView, props: CardPageProps): string {
  const fields = view.kind === "notice" ? [view.code?.field] : view.fields
  const failed = view.alert !== undefined || fields.some((field) => field?.invalid)
  return stepPage(element, view, { ...props, failed })
}

function noticePage(view: NoticeView, { failed = false, ...props }: CardPageProps): string {
  return stepPage(noticeMarkup(view), view, { ...props, failed })
}

function stepPage(
  element: ElementNode,
  view: CardView & { readonly alert?: string | undefined },
  { assets, failed = view.alert !== undefined, ...props }: CardPageProps,
): string {
  const title = documentTitle(view.title, failed, props.messages)
  const pageAssets = assets && { ...assets, passkeyScript: undefined }
  return document({ ...props, title, scheme: view.scheme, assets: pageAssets }, element)
}
