import { story } from "../stage/story.ts"

export default { title: "Components/User button" } // Storybook asks for it

export const Menu = story("user-button", "Menu")
export const Picture = story("user-button-picture", "With a picture")
export const WithName = story("user-button-name", "With the name")
export const Address = story("user-button-address", "Email without a name")
export const LongTexts = story("user-button-long", "Long texts")
export const Waiting = story("user-button-waiting", "Waiting")
export const Failed = story("user-button-failed", "Failed")
export const Visitor = story("user-button-visitor", "Signed out")
