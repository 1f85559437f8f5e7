import { listenForPopups } from "../actions/popup-forms.ts"
import { signIn } from "./sign-in.ts"

/**
 * Lets the providers of cards that `latchkit/html` printed with `popup` open in a window, in a page whose script is the app's.
 * The function that it returns ends that.
 */
export const startPopups = (): (() => void) => listenForPopups(signIn)
