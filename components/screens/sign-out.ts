import { signOut } from "../../client/sign-out.ts"
import { signOutMarkup } from "../view/markup/sign-out.ts"
import { signOutView, type SignOutProps } from "../view/sign-out.ts"
import { atRest, busyForm, shownFailures, type CardState } from "./card.ts"
import type { Screen } from "./screen.ts"
import { startCard } from "./start-card.ts"

export type { SignOutProps }

export const signOutScreen: Screen<SignOutProps, CardState> = {
  initial: atRest,
  markup(props, state) {
    const { result } = shownFailures(props, state)
    const busy = props.busy ?? busyForm(props, state) !== undefined
    return signOutMarkup(signOutView({ ...props, result, busy, failed: props.failed ?? state.error !== undefined }))
  },
  start: (page) => startCard(page, () => (page.props.action === undefined ? leave(page.props) : undefined)),
}

async function leave({ basePath, callbackUrl }: SignOutProps): Promise<Partial<CardState>> {
  const { ok } = await signOut({ callbackUrl, basePath })
  return ok ? {} : { error: "Default" }
}
