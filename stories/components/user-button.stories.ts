import { story } from "../stage/story.ts"

export default { title: "Components/User button" } // Storybook asks for it

export const Menu = story("user-button", "Menu")
export const Picture = story("user-button-picture", "With a picture")
export const WithName = story("user-button-name", "With the name")
export const Address = story("user-button-address", "Email without a name")
export const LongTexts = story("user-button-long", "Long texts")
export const Waiting = story("user-button-waiting", "Waiting")
export const Failed = story("user-button-failed", "Failed")
export const Accounts = story("user-button-accounts", "Several accounts")
export const OneAccount = story("user-button-one-account", "One account of several")
export const AccountsFull = story("user-button-accounts-full", "The most accounts")
export const Switching = story("user-button-switching", "Switching")
export const SwitchFailed = story("user-button-switch-failed", "Switch failed")
export const AccountEnded = story("user-button-account-ended", "Account signed out elsewhere")
export const SignedOut = story("user-button-signed-out", "Signed out")
