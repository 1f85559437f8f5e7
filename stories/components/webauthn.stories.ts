import { story } from "../stage/story.ts"

export default { title: "Components/Passkey" } // Storybook asks for it

export const Button = story("webauthn", "Button")
export const Waiting = story("webauthn-waiting", "Waiting")
export const Add = story("webauthn-add", "Add a passkey")
export const Registered = story("webauthn-register", "Passkey added")
export const Failed = story("webauthn-failed", "No passkey found")
export const Exists = story("webauthn-exists", "Already has a passkey")
