import { story } from "../stage/story.ts"

export default { title: "Components/Provider button" } // Storybook asks for it

export const Button = story("provider-button", "Button")
export const Form = story("provider-button-form", "Form, failed")
