import { story } from "../stage/story.ts"

export default { title: "Components/Change password" } // Storybook asks for it

export const Card = story("change-password", "Card")
export const Current = story("change-password-current", "Current password")
export const Incorrect = story("change-password-incorrect", "Wrong current password")
export const Add = story("change-password-add", "First password")
