import { story } from "../stage/story.ts"

export default { title: "Components/Sign-up" } // Storybook asks for it

export const Card = story("sign-up", "Card")
export const Plain = story("sign-up-plain", "Plain")
export const Passkey = story("sign-up-passkey", "With a passkey")
export const OptionalPasskey = story("sign-up-passkey-optional", "With a password or a passkey")
export const PasskeyWaiting = story("sign-up-passkey-waiting", "With a password or a passkey: waiting")
export const WeakPassword = story("sign-up-weak", "Weak password")
export const GuessablePassword = story("sign-up-similar", "Password with the name")
export const StrongPassword = story("sign-up-strong", "Strong password")
export const FieldErrors = story("sign-up-errors", "Errors of fields")
export const Limited = story("sign-up-limited", "Too many attempts")
export const Waiting = story("sign-up-waiting", "Waiting")
export const Sent = story("sign-up-sent", "Email sent")
export const WrongCode = story("sign-up-wrong-code", "Wrong code")
export const Confirm = story("sign-up-confirm", "Link opened")
export const Elsewhere = story("sign-up-elsewhere", "Link opened in another browser")
export const Invited = story("sign-up-invited", "Invitation")
export const LongTexts = story("sign-up-long", "Long texts")
export const RightToLeft = story("sign-up-rtl", "Right to left")
