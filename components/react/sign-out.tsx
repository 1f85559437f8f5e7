"use client"

import { signOutScreen, type SignOutProps as Props } from "../screens/sign-out.ts"
import type { Slots } from "./render.ts"
import { useScreen } from "./use-screen.ts"

export interface SignOutProps extends Props, Slots {}

/** The card that asks before signing out. */
export function SignOut(props: SignOutProps) {
  return useScreen(signOutScreen, props)
}
