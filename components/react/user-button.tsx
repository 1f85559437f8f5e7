"use client"

import { useSession } from "../../client/react.tsx"
import { userButtonScreen, type UserButtonProps as Props } from "../screens/user-button.ts"
import type { Slots } from "./render.ts"
import { useScreen } from "./use-screen.ts"

export type UserButtonProps = Omit<Props, "session"> & Slots

/** The menu of who is signed in; for a visitor the way in. Belongs inside `SessionProvider`. */
export function UserButton(props: UserButtonProps) {
  const session = useSession()
  return useScreen(userButtonScreen, { ...props, session })
}
