import { story } from "../stage/story.ts"

export default { title: "Components/Confirm" } // Storybook asks for it

export const Password = story("confirm", "Password")
export const Passkey = story("confirm-passkey", "Passkey")
export const Totp = story("confirm-totp", "Authenticator app")
export const Email = story("confirm-email", "Code by email")
export const Provider = story("confirm-provider", "Provider")
export const WrongPassword = story("confirm-wrong", "Wrong password")
export const Recovery = story("confirm-recovery", "Wrong recovery code")
export const Dialog = story("confirm-dialog", "Dialog")
export const DialogPasskey = story("confirm-dialog-passkey", "Dialog with a passkey")
export const DialogTotp = story("confirm-dialog-totp", "Dialog with an authenticator app")
export const DialogEmail = story("confirm-dialog-email", "Dialog with a code by email")
export const DialogProvider = story("confirm-dialog-provider", "Dialog with a provider")
export const DialogWrong = story("confirm-dialog-wrong", "Dialog with a wrong password")
export const DialogLimited = story("confirm-dialog-limited", "Dialog after too many attempts")
export const DialogWaiting = story("confirm-dialog-waiting", "Dialog, waiting")
