import { signOut } from "../../client/api/sign-out.ts"
import { userButtonMarkup } from "../view/markup/user-button.ts"
import { userButtonView, type UserButtonProps } from "../view/user-button.ts"
import { initialCardState, type CardState } from "./card.ts"
import { startMenus } from "./menu.ts"
import type { Screen } from "./screen.ts"
import { startCard } from "./start-card.ts"

export type { UserButtonProps }

export const userButtonScreen: Screen<UserButtonProps, CardState> = {
  initial: initialCardState,
  markup: (props, { scripted, busy, error }) =>
    userButtonMarkup(
      userButtonView({
        ...props,
        scripted,
        busy: props.busy ?? busy !== undefined,
        failed: props.failed ?? error !== undefined,
      }),
    ),
  start(page) {
    const ended = new AbortController()
    startMenus(page.root, ended.signal)
    const stop = startCard(page, async () => {
      const { ok } = await signOut({ callbackUrl: page.props.callbackUrl, basePath: page.props.basePath })
      return ok ? {} : { error: "Default" }
    })
    return () => {
      ended.abort()
      stop()
    }
  },
}
