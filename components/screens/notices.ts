import { signIn } from "../../client/api/sign-in.ts"
import { noticeMarkup } from "../view/markup/notice.ts"
import { errorView, type ErrorPageProps } from "../view/notice.ts"
import { verifyRequestView, type VerifyRequestProps } from "../view/verify-request.ts"
import { initialCardState, type CardState } from "./card.ts"
import { secondsLeft, startCountDown } from "./count-down.ts"
import type { Screen, ScreenPage } from "./screen.ts"
import { connectionError, formName } from "./native-forms.ts"
import { startCard } from "./start-card.ts"

/** Props of the error card. */
export type ErrorNoticeProps = ErrorPageProps

/** Shows an error without a form, and the link back. */
export const errorNoticeScreen: Screen<ErrorNoticeProps, CardState> = {
  initial: initialCardState,
  markup: (props) => noticeMarkup(errorView(props)),
  start: (page) => startCard(page, () => undefined),
}

export type { VerifyRequestProps }

/** The state of the card after an email was sent. */
export interface VerifyRequestState extends CardState {
  /** Seconds until another email can be requested. */
  readonly wait: number | undefined
  readonly resent: boolean
}

const RESEND_DELAY = 60

/** Shows what to do after an email was sent: enter its code, resend it, or use another address. */
export const verifyRequestScreen: Screen<VerifyRequestProps, VerifyRequestState> = {
  initial: { ...initialCardState, wait: undefined, resent: false },
  markup: (props, { busy, wait, resent, error }) =>
    noticeMarkup(
      verifyRequestView({
        ...props,
        busy: props.busy ?? busy,
        resendAfter: wait ?? props.resendAfter,
        resent: props.resent ?? resent,
        resendError: error ?? props.resendError,
      }),
    ),
  start(page) {
    const stopCounting = startCountDown(page)
    const stop = startCard(page, (form) => (formName(form) === "again" ? resendEmail(page) : undefined))
    return () => {
      stopCounting()
      stop()
    }
  },
}

function resendEmail(
  page: ScreenPage<VerifyRequestProps, VerifyRequestState>,
): Promise<Partial<VerifyRequestState>> | undefined {
  const { provider, email, basePath } = page.props
  if (secondsLeft(page) > 0) return Promise.resolve({})
  if (provider === undefined || email === undefined) return undefined
  return signIn(provider, { email, redirect: false, basePath }).then(({ ok, error }) => {
    if (ok) return { resent: true, wait: RESEND_DELAY, error: undefined }
    return { resent: false, error: error === "RequestFailed" ? connectionError() : error }
  })
}
