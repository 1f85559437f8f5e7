/** @jsxImportSource solid-js */
import { accountScreen, type AccountProps as Props } from "../screens/account.ts"
import type { Slots } from "./render.tsx"
import { Screen } from "./screen.tsx"

export type AccountProps = Props & Slots

/** Who is signed in, how, and where: linked accounts, passkeys and sessions. Loads by itself, or shows the `details` it is given. */
export function Account(props: AccountProps) {
  return <Screen screen={accountScreen} of={props} />
}
