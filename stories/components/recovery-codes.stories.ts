import { story } from "../stage/story.ts"

export default { title: "Components/Recovery codes" } // Storybook asks for it

export const Card = story("recovery-codes", "Card")
export const Short = story("recovery-codes-short", "Short codes")
export const Replaced = story("recovery-codes-replaced", "Replaced")
