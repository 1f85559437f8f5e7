import { errorMessage } from "../view/error-message.ts"
import { email as englishEmail, popup as english, signInCard as englishSignIn } from "../view/messages/en.ts"
import { withOverrides } from "../view/messages/fill.ts"
import { errorView, emptyNotice, type NoticeProps, type NoticeView } from "../view/notice.ts"
import { safeUrl } from "../view/safe-url.ts"

/** Props of the page where a popup sign-in ends. */
export interface PopupProps extends NoticeProps {
  /** Whether the user is signed in. */
  signedIn: boolean
  /** The page's `error` parameter. */
  error?: string | undefined
  /** The page's `code` parameter. */
  code?: string | undefined
  /** Where to continue if the window stays open. */
  callbackUrl: string
}

/** Returns the view of the result, for a window that stays open. */
export function popupView(props: PopupProps): NoticeView {
  const { error, signedIn, callbackUrl, messages } = props
  if (error !== undefined || !signedIn) return failedView(props)
  const { title, text } = withOverrides(english, messages?.popup)
  const { confirmPlain: label } = withOverrides(englishEmail, messages?.email)
  return {
    ...emptyNotice(props, title, "popup"),
    text,
    links: [{ label, href: safeUrl(callbackUrl), variant: "secondary" }],
  }
}

function failedView({ code, ...props }: PopupProps): NoticeView {
  const { error = "", messages } = props
  const cancelled = code === "cancelled"
  const view = errorView(props)
  const title = cancelled ? withOverrides(englishSignIn, messages?.signIn).titlePlain : view.title
  return {
    ...view,
    title,
    text: errorMessage(cancelled ? "Cancelled" : error, { messages, site: props.siteName }) ?? view.text,
  }
}
