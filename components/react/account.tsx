"use client"

import { accountScreen, type AccountProps as Props } from "../screens/account.ts"
import type { Slots } from "./render.ts"
import { useScreen } from "./use-screen.ts"

export type AccountProps = Props & Slots

/** Who is signed in, how, and where: linked accounts, passkeys and sessions. Loads by itself, or shows the `details` it is given. */
export function Account(props: AccountProps) {
  return useScreen(accountScreen, props)
}
