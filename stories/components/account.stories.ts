import { story } from "../stage/story.ts"

export default { title: "Components/Account" } // Storybook asks for it

export const Page = story("account", "Account")
export const Rich = story("account-rich", "Long texts, the last way in")
export const Bare = story("account-bare", "What a configuration cannot keep is left out")
export const Waiting = story("account-waiting", "Waiting")
export const Done = story("account-done", "A change was made")
export const NotFound = story("account-not-found", "That was gone")
export const Failed = story("account-failed", "A change failed")
export const Visitor = story("account-visitor", "Visitor")
export const Unanswered = story("account-unanswered", "No answer")
export const RightToLeft = story("account-rtl", "Right to left")
