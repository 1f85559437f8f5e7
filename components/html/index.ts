import type { ProviderStyle, ProviderType, Theme } from "../../client/contract.ts"
import { accountView, type AccountProps } from "../view/account.ts"
import { accountMarkup } from "../view/markup/account.ts"
import { userButtonMarkup } from "../view/markup/user-button.ts"
import { userButtonView, type UserButtonProps } from "../view/user-button.ts"
import { signInMarkup } from "../view/markup/sign-in.ts"
import { noticeMarkup } from "../view/markup/notice.ts"
import { signOutMarkup } from "../view/markup/sign-out.ts"
import {
  confirmView,
  documentTitle,
  errorView,
  type ConfirmProps,
  type ErrorPageProps,
  type NoticeView,
} from "../view/notice.ts"
import { popupView, type PopupProps } from "../view/popup.ts"
import { errorMessage } from "../view/error-message.ts"
import { markOf } from "../view/marks/index.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import type { SignInProps } from "../view/sign-in-props.ts"
import { signInView } from "../view/sign-in.ts"
import { signOutView, type SignOutProps } from "../view/sign-out.ts"
import { fillTokens, themeTokens } from "../view/theme.ts"
import { verifyRequestView, type VerifyRequestProps } from "../view/verify-request.ts"
import { document, type PageAssets } from "./document.ts"
import { print } from "./render.ts"

export { cardScript, pageScript, passkeyScript, popupScript, stylesheet } from "./assets.generated.ts"
export { print } from "./render.ts"
export type { PageAssets } from "./document.ts"

/** Props of every page, in addition to its card's own. */
export interface PageProps {
  lang: string
  dir?: "ltr" | "rtl" | undefined
  /** URLs of the stylesheet and the script. Without them the page is plain HTML. */
  assets: PageAssets | undefined
}

/** Returns the sign-in page. */
export function signInPage({ assets, ...props }: SignInProps & PageProps): string {
  const { error, code, messages } = props
  const isRemoved = error === "WebAuthnVerificationError" && code === "unknown" // the server doesn't know this passkey anymore
  const sentence = isRemoved ? errorMessage("Unknown", { messages }) : undefined
  const view = signInView({ marks: markOf, sentence, ...props, lang: undefined, dir: undefined })
  const title = documentTitle(view.title, view.failed, props.messages)
  const pageAssets = view.passkey ? assets : assets && { ...assets, passkeyScript: undefined }
  return document({ ...props, title, scheme: view.scheme, assets: pageAssets }, signInMarkup(view))
}

/**
 * Returns only the sign-in card, for your app's own page.
 *
 * The page links `latchkit/auth.css`, and uses {@link themeCss} for a theme. With `popup`, it also loads {@link
 * cardScript}, or calls `startPopups` of `latchkit`.
 */
export function signInCard(props: SignInProps): string {
  return `<div class="auth-root">${print(signInMarkup(signInView({ marks: markOf, scriptless: true, ...withIds(props) })))}</div>`
}

/** Returns only the account card, like {@link signInCard}. Its forms post to Latchkit and return to `callbackUrl`. */
export function accountCard(props: AccountProps): string {
  return `<div class="auth-root">${print(accountMarkup(accountView({ marks: markOf, scriptless: true, ...withIds(props) })))}</div>`
}

/** Returns only the card that asks before signing out. */
export function signOutCard(props: SignOutProps): string {
  return `<div class="auth-root">${print(signOutMarkup(signOutView(withIds(props))))}</div>`
}

/** Returns the signed-in user's menu, or a sign-in link for an anonymous user. It opens without a script. */
export function userButton(props: UserButtonProps): string {
  return `<div class="auth-root">${print(userButtonMarkup(userButtonView(withIds(props))))}</div>`
}

/**
 * Adds a random id prefix, because a page may have several cards. No client renders these cards again, so it may differ
 * each time.
 */
function withIds<Props extends { idPrefix?: string | undefined }>(props: Props): Props {
  return { ...props, idPrefix: props.idPrefix || `auth-${Math.random().toString(36).slice(2, 10)}` }
}

/** Returns the page that asks before signing out. */
export function signOutPage({ assets, ...props }: SignOutProps & PageProps): string {
  const view = signOutView({ ...props, lang: undefined, dir: undefined })
  return document({ ...props, title: view.title, scheme: view.scheme, assets }, signOutMarkup(view))
}

/** Returns the error page. */
export function errorPage({ assets, ...props }: ErrorPageProps & PageProps): string {
  return noticePage(errorView({ ...props, lang: undefined, dir: undefined }), { ...props, assets }, true)
}

/** Returns the page after an email was sent. */
export function verifyRequestPage({ assets, ...props }: VerifyRequestProps & PageProps): string {
  const view = verifyRequestView({ autofocus: true, ...props, lang: undefined, dir: undefined })
  return noticePage(view, { ...props, assets }, view.code?.field.invalid ?? false)
}

/** Returns the page where a popup sign-in ends. */
export function popupPage({ assets, ...props }: PopupProps & PageProps): string {
  const view = popupView({ ...props, lang: undefined, dir: undefined })
  return noticePage(view, { ...props, assets }, view.tone === "danger")
}

/** Returns the page that a magic link opens. */
export function confirmPage({ assets, ...props }: ConfirmProps & PageProps): string {
  return noticePage(confirmView({ ...props, lang: undefined, dir: undefined }), { ...props, assets }, false)
}

function noticePage(
  view: NoticeView,
  props: PageProps & { messages?: MessageOverrides | undefined },
  failed: boolean,
): string {
  const title = documentTitle(view.title, failed, props.messages)
  const assets = props.assets && { ...props.assets, passkeyScript: undefined }
  return document({ ...props, title, scheme: view.scheme, assets }, noticeMarkup(view))
}

/** Returns the app's theme as a stylesheet, with the colors of providers that have a `style`. Empty without either. */
export function themeCss(
  theme: Theme | undefined,
  providers: Iterable<{ id: string; type?: ProviderType; style?: ProviderStyle | undefined }> = [],
): string {
  const buttons = [...providers].map(({ id, type, style }) => {
    const name = escapeCssIdentifier(id)
    const selector = type === "webauthn" ? `[data-passkey="${name}"]` : `[data-provider="${name}"] .auth-button`
    return cssRule(selector, fillTokens(style))
  })
  return [cssRule(".auth-page,.auth-card,.auth-part", themeTokens(theme)), ...buttons].join("")
}

function cssRule(selector: string, tokens: Readonly<Record<string, string>> = {}): string {
  const declarations = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
  return declarations.length === 0 ? "" : `${selector}{${declarations.join(";")}}`
}

// A tenant's provider id must not end its selector or the style element
const escapeCssIdentifier = (text: string) =>
  text.replace(/[^\w-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)
