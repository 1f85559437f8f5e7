/** @jsxImportSource solid-js */
import { recoveryCodesScreen, type RecoveryCodesProps as Props } from "../../two-step/recovery-codes.screen.ts"
import type { Slots } from "../render.tsx"
import { Screen } from "../screen.tsx"

/** Props of the card that shows recovery codes, with your own content. */
export type RecoveryCodesProps = Props & Slots

/** Shows new recovery codes once, with buttons that copy, save and print them. */
export function RecoveryCodes(props: RecoveryCodesProps) {
  return <Screen screen={recoveryCodesScreen} of={props} />
}
