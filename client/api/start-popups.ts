import { listenForPopups } from "../actions/popup-forms.ts"
import { signIn } from "./sign-in.ts"

/**
 * Opens the providers of cards that `latchkit/html` rendered with `popup` in a window, on a page that runs your app's
 * own script.
 * @returns a function that stops this
 */
export const startPopups = (): (() => void) => listenForPopups(signIn)
