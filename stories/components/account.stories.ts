import { story } from "../stage/story.ts"

export default { title: "Components/Account" } // Storybook asks for it

export const Page = story("account", "Account")
export const Rich = story("account-rich", "Long texts, last sign-in method")
export const Bare = story("account-bare", "Only what the configuration supports")
export const TwoStep = story("account-two-step", "Two-step verification")
export const NoTwoStep = story("account-no-two-step", "Without two-step verification")
export const Password = story("account-password", "With a password")
export const NoPassword = story("account-no-password", "Without a password")
export const OnlyPassword = story("account-only-password", "The password is the only sign-in method")
export const Waiting = story("account-waiting", "Waiting")
export const Done = story("account-done", "Changed")
export const NotFound = story("account-not-found", "Already removed")
export const Failed = story("account-failed", "A change failed")
export const SignedOut = story("account-signed-out", "Signed out")
export const Unanswered = story("account-unanswered", "No response")
export const RightToLeft = story("account-rtl", "Right to left")
