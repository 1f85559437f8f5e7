import { story } from "../stage/story.ts"

export default { title: "Components/Sign out" } // Storybook asks for it

export const Card = story("sign-out", "Card")
export const Plain = story("sign-out-plain", "Without names")
export const Waiting = story("sign-out-waiting", "Waiting")
export const LongTexts = story("sign-out-long", "Long texts")
export const Failed = story("sign-out-failed", "Failed")
