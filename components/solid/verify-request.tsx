/** @jsxImportSource solid-js */
import { verifyRequestScreen, type VerifyRequestProps as Props } from "../screens/notices.ts"
import type { Slots } from "./render.tsx"
import { Screen } from "./screen.tsx"

export type VerifyRequestProps = Props & Slots

/** What follows the sending of a mail: its code, another mail, another address. */
export function VerifyRequest(props: VerifyRequestProps) {
  return <Screen screen={verifyRequestScreen} of={props} />
}
