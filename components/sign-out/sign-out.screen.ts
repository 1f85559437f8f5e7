import { signOut } from "../../client/api/sign-out.ts"
import { signOutMarkup } from "./sign-out.markup.ts"
import { signOutView, type SignOutProps } from "./sign-out.view.ts"
import { initialCardState, busyForm, visibleFailures, type CardState } from "../screens/card.ts"
import type { Screen } from "../screens/screen.ts"
import { startCard } from "../screens/start-card.ts"

export type { SignOutProps }

/** Shows the card that asks before signing out. */
export const signOutScreen: Screen<SignOutProps, CardState> = {
  initial: initialCardState,
  markup(props, state) {
    const { result } = visibleFailures(props, state)
    const busy = props.busy ?? busyForm(props, state) !== undefined
    return signOutMarkup(signOutView({ ...props, result, busy, failed: props.failed ?? state.error !== undefined }))
  },
  start: (page) => startCard(page, () => (page.props.action === undefined ? submitSignOut(page.props) : undefined)),
}

async function submitSignOut({ basePath, callbackUrl }: SignOutProps): Promise<Partial<CardState>> {
  const { ok } = await signOut({ callbackUrl, basePath })
  return ok ? {} : { error: "Default" }
}
