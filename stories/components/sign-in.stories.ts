import { story } from "../stage/story.ts"

export default { title: "Components/Sign in" } // Storybook asks for it

export const Card = story("sign-in", "Card")
export const OneProvider = story("sign-in-one", "One provider")
export const WithPassword = story("sign-in-password", "With a password")
export const Failed = story("sign-in-failed", "Wrong password")
export const RefusedForm = story("sign-in-refused-form", "A form that does not hold")
export const Waiting = story("sign-in-waiting", "Waiting")
export const ManyProviders = story("sign-in-many", "Many providers")
export const LongTexts = story("sign-in-long", "Long texts")
export const Page = story("sign-in-page", "A page of its own")
export const Themed = story("sign-in-theme", "Themed")
export const RightToLeft = story("sign-in-rtl", "Right to left")
export const Empty = story("sign-in-empty", "No provider")
export const RefusedPasskey = story("sign-in-passkey-failed", "A passkey that is refused")
export const FormAction = story("sign-in-action", "With a form action")
export const Filled = story("sign-in-filled", "Filled buttons")
