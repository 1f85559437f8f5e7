"use client"

import { useSession } from "../../client/react.tsx"
import { userButtonScreen, type UserButtonProps as Props } from "../user-button/user-button.screen.ts"
import type { Slots } from "./render.ts"
import { useScreen } from "./use-screen.ts"

/** Props of the signed-in user's menu, with your own content. */
export type UserButtonProps = Omit<Props, "session"> & Slots

/** Shows the signed-in user's menu, or a sign-in link for an anonymous user. Requires a `SessionProvider`. */
export function UserButton(props: UserButtonProps) {
  const session = useSession()
  return useScreen(userButtonScreen, { ...props, session })
}
