import { story } from "../stage/story.ts"

export default { title: "Components/Verify request" } // Storybook asks for it

export const Card = story("verify-request", "Card")
export const WrongCode = story("verify-request-wrong", "Wrong code")
