"use client"

import { errorNoticeScreen, type ErrorNoticeProps as Props } from "../../screens/notices.ts"
import type { Slots } from "../render.ts"
import { useScreen } from "../use-screen.ts"

/** Props of the error card, with your own content. */
export type ErrorNoticeProps = Props & Slots

/** Shows an error and the link back, for the error page. */
export function ErrorNotice(props: ErrorNoticeProps) {
  return useScreen(errorNoticeScreen, props)
}
