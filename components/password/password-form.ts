import type { PasswordFormState, PasswordInputs } from "./password-state.ts"
import type { ScreenPage } from "../screens/screen.ts"
import { startWhenLoaded } from "../screens/start-when-loaded.ts"

const loadBehavior = () => import("./start-password-form.ts")

/** Adds the behavior of a password card, which is loaded after the first render. */
export const startPasswordForm = (page: ScreenPage<PasswordInputs, PasswordFormState>): (() => void) =>
  startWhenLoaded(page, async () => (await loadBehavior()).startPasswordForm)
