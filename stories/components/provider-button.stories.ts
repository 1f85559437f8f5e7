import { story } from "../stage/story.ts"

export default { title: "Components/Provider button" } // Storybook asks for it

export const Button = story("provider-button", "Button")
export const LastUsed = story("provider-button-last", "Last used")
export const Waiting = story("provider-button-waiting", "Waiting")
export const Remember = story("provider-button-remember", "Keep me signed in")
export const LongTexts = story("provider-button-long", "Long texts")
export const Failed = story("provider-button-failed", "Failed")
export const Popup = story("provider-button-popup", "Popup")
export const PopupBlocked = story("provider-button-popup-blocked", "Popup blocked")
export const Form = story("provider-button-form", "Form, failed")
export const Password = story("provider-button-password", "Form with a password, prefilled")
