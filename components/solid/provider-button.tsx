/** @jsxImportSource solid-js */
import { providerButtonScreen } from "../screens/sign-in.ts"
import type { ProviderButtonProps as Props } from "../screens/sign-in-props.ts"
import type { Slots } from "./render.tsx"
import { Screen } from "./screen.tsx"

/** Props of one sign-in method without a card, with your own content. */
export type ProviderButtonProps = Props & Slots

/** Shows one sign-in method without a card. */
export function ProviderButton(props: ProviderButtonProps) {
  return <Screen screen={providerButtonScreen} of={props} />
}
