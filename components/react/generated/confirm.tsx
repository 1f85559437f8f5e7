"use client"

import { confirmScreen, type ConfirmProps as Props } from "../../step-up/confirm.screen.ts"
import type { Slots } from "../render.ts"
import { useScreen } from "../use-screen.ts"

/** Props of the confirmation, with your own content. */
export type ConfirmProps = Props & Slots

/** Asks a signed-in user to confirm who they are, on a page or with `dialog` in a modal dialog. */
export function Confirm(props: ConfirmProps) {
  return useScreen(confirmScreen, props)
}
