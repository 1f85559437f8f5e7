import { story } from "../stage/story.ts"

export default { title: "Components/Forgot password" } // Storybook asks for it

export const Card = story("forgot-password", "Card")
export const WrongAddress = story("forgot-password-wrong", "Incomplete address")
export const Waiting = story("forgot-password-waiting", "Waiting")
export const Sent = story("forgot-password-sent", "Email sent")
export const NotSent = story("forgot-password-not-sent", "Email not sent")
export const LongTexts = story("forgot-password-long", "Long texts")
