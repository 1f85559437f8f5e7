import { story } from "../stage/story.ts"

export default { title: "Components/Error notice" } // Storybook asks for it

export const AccessDenied = story("error-notice", "Access denied")
