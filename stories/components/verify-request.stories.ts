import { story } from "../stage/story.ts"

export default { title: "Components/Verify request" } // Storybook asks for it

export const Card = story("verify-request", "Card")
export const Anywhere = story("verify-request-anywhere", "No address")
export const LinkOnly = story("verify-request-link", "A link without a code")
export const Waiting = story("verify-request-waiting", "Waiting")
export const Countdown = story("verify-request-countdown", "Another mail in a moment")
export const WrongCode = story("verify-request-wrong", "Wrong code")
export const NotSent = story("verify-request-not-sent", "No mail could be sent")
export const LongTexts = story("verify-request-long", "Long texts")
