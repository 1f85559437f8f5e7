import { confirmView, type ConfirmProps } from "../view/notice.ts"
import { verifyRequestView, type VerifyRequestProps } from "../view/verify-request.ts"
import { noticePage, type PageProps } from "./pages.ts"

/** Returns the page after an email was sent. */
export function verifyRequestPage({ assets, ...props }: VerifyRequestProps & PageProps): string {
  const view = verifyRequestView({ autofocus: true, ...props, lang: undefined, dir: undefined })
  return noticePage(view, { ...props, assets, failed: view.code?.field.invalid })
}

/** Returns the page that a magic link opens. */
export function confirmPage({ assets, ...props }: ConfirmProps & PageProps): string {
  return noticePage(confirmView({ ...props, lang: undefined, dir: undefined }), { ...props, assets })
}
