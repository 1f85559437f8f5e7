"use client"

import { verifyRequestScreen, type VerifyRequestProps as Props } from "../screens/notices.ts"
import type { Slots } from "./render.ts"
import { useScreen } from "./use-screen.ts"

export type VerifyRequestProps = Props & Slots

/** What follows the sending of a mail: its code, another mail, another address. */
export function VerifyRequest(props: VerifyRequestProps) {
  return useScreen(verifyRequestScreen, props)
}
