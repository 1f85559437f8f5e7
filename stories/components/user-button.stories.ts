import { story } from "../stage/story.ts"

export default { title: "Components/User button" } // Storybook asks for it

export const Menu = story("user-button", "Menu")
export const WithName = story("user-button-name", "With the name, failed")
export const Visitor = story("user-button-visitor", "Visitor")
