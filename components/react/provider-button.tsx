"use client"

import { providerButtonScreen } from "../screens/sign-in.ts"
import { type ProviderButtonProps as Props } from "../screens/sign-in-props.ts"
import type { Slots } from "./render.ts"
import { useScreen } from "./use-screen.ts"

export type ProviderButtonProps = Props & Slots

/** One way to sign in, where it stands alone. */
export function ProviderButton(props: ProviderButtonProps) {
  return useScreen(providerButtonScreen, props)
}
