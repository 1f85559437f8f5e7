import { alreadySignedInView, type AlreadySignedInProps } from "../sign-in/already-signed-in.view.ts"
import { identifierFirstView, type IdentifierFirstProps } from "../sign-in/identifier-first.view.ts"
import { identifierFirstMarkup } from "../sign-in/identifier-first.markup.ts"
import { noticeMarkup } from "../view/markup/notice.ts"
import { signInMarkup } from "../sign-in/sign-in.markup.ts"
import { signOutMarkup } from "../sign-out/sign-out.markup.ts"
import { documentTitle, errorView, type ErrorPageProps, type NoticeView } from "../view/notice.ts"
import { popupView, type PopupProps } from "../sign-in/popup.view.ts"
import { errorMessage } from "../view/error-message.ts"
import { builtInMark } from "../view/marks/built-in.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import type { ElementNode } from "../view/node.ts"
import type { SignInProps } from "../sign-in/sign-in-props.view.ts"
import { hasFailed, signInView } from "../sign-in/sign-in.view.ts"
import { signOutView, type SignOutProps } from "../sign-out/sign-out.view.ts"
import type { CardView, LinkLine } from "../view/types.ts"
import { document, type PageAssets } from "./document.ts"
import { hasSameContent, type HtmlSlots } from "./render.ts"

// The server loads the pages and their files with one import
export { fieldsScript, pageScript, popupScript, stylesheet } from "./assets.generated.ts"

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

/** Returns the page where a popup sign-in ends. */
export function popupPage({ assets, ...props }: PopupProps & PageProps): string {
  const view = popupView({ ...props, lang: undefined, dir: undefined })
  return noticePage(view, { ...props, assets, failed: view.tone === "danger" })
}

/** Props of the page around a card. */
export interface CardPageProps extends PageProps {
  messages?: MessageOverrides | undefined
  /** Whether the title says that something failed. @default whether the view has an alert */
  failed?: boolean | undefined
}

/** Returns the page around a notice. */
export function noticePage(view: NoticeView, { failed = false, ...props }: CardPageProps): string {
  return stepPage(noticeMarkup(view), view, { ...props, failed })
}

/** Returns the page around a card. */
export function stepPage(
  element: ElementNode,
  view: CardView & { readonly alert?: string | undefined },
  { assets, failed = view.alert !== undefined, ...props }: CardPageProps,
): string {
  const title = documentTitle(view.title, failed, props.messages)
  const pageAssets = assets && { ...assets, passkeyScript: undefined }
  return document({ ...props, title, scheme: view.scheme, assets: pageAssets }, element)
}
