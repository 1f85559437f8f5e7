import { clientFor } from "../../client/core/client.ts"
import { passwordFormMarkup } from "./password-form.markup.ts"
import { changePasswordView, type ChangePasswordProps as ViewProps } from "./change-password.view.ts"
import { startPasswordForm } from "./password-form.ts"
import {
  initialPasswordState,
  passwordProps,
  type PasswordFormInputs,
  type PasswordFormState,
} from "./password-state.ts"
import type { Screen } from "../screens/screen.ts"

/** Props of the card that changes the password of a signed-in user, with a function that learns when it is done. */
export interface ChangePasswordProps extends ViewProps, PasswordFormInputs {}

/** Changes the password of a signed-in user, or adds one. */
export const changePasswordScreen: Screen<ChangePasswordProps, PasswordFormState> = {
  initial: initialPasswordState,
  markup: (props, state) => passwordFormMarkup(changePasswordView(passwordProps(props, state))),
  start(page) {
    const stop = startPasswordForm(page)
    if (page.props.email !== undefined) return stop
    const { store } = clientFor({ basePath: page.props.basePath })
    const showUser = () => page.set({ username: store.get().data?.user?.email ?? undefined })
    const unsubscribe = store.subscribe(showUser)
    showUser()
    return () => {
      unsubscribe()
      stop()
    }
  },
}
