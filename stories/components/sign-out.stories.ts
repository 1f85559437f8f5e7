import { story } from "../stage/story.ts"

export default { title: "Components/Sign out" } // Storybook asks for it

export const Card = story("sign-out", "Card")
export const Failed = story("sign-out-failed", "Failed")
