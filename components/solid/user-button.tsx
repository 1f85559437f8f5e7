/** @jsxImportSource solid-js */
import { mergeProps } from "solid-js"
import { useSession } from "../../client/solid.tsx"
import { userButtonScreen, type UserButtonProps as Props } from "../user-button/user-button.screen.ts"
import type { Slots } from "./render.tsx"
import { Screen } from "./screen.tsx"

/** Props of the signed-in user's menu, with your own content. */
export type UserButtonProps = Omit<Props, "session"> & Slots

/** Shows the signed-in user's menu, or a sign-in link for an anonymous user. Requires a `SessionProvider`. */
export function UserButton(props: UserButtonProps) {
  const session = useSession()
  const inputs = mergeProps(props, {
    get session() {
      return session()
    },
  })
  return <Screen screen={userButtonScreen} of={inputs} />
}
