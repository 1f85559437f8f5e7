"use client"

import { accountScreen, type AccountProps as Props } from "../screens/account.ts"
import type { Slots } from "./render.ts"
import { useScreen } from "./use-screen.ts"

/** Props of the account card, with your own content. */
export type AccountProps = Props & Slots

/** Shows the user's account: sign-in methods, passkeys and sessions. Loads by itself, unless it gets `details`. */
export function Account(props: AccountProps) {
  return useScreen(accountScreen, props)
}
