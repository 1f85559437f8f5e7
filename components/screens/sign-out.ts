import { signOut } from "../../client/api/sign-out.ts"
import { signOutMarkup } from "../view/markup/sign-out.ts"
import { signOutView, type SignOutProps } from "../view/sign-out.ts"
import { initialCardState, busyForm, visibleFailures, type CardState } from "./card.ts"
import type { Screen } from "./screen.ts"
import { startCard } from "./start-card.ts"

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
