"use client"

import { verifyRequestScreen, type VerifyRequestProps as Props } from "../../screens/notices.ts"
import type { Slots } from "../render.ts"
import { useScreen } from "../use-screen.ts"

/** Props of the card after an email was sent, with your own content. */
export type VerifyRequestProps = Props & Slots

/** Shows what to do after an email was sent: enter its code, resend it, or use another address. */
export function VerifyRequest(props: VerifyRequestProps) {
  return useScreen(verifyRequestScreen, props)
}
