import { story } from "../stage/story.ts"

export default { title: "Components/Verify request" } // Storybook asks for it

export const Card = story("verify-request", "Card")
export const Anywhere = story("verify-request-anywhere", "No email address")
export const LinkOnly = story("verify-request-link", "Link without a code")
export const Waiting = story("verify-request-waiting", "Waiting")
export const Countdown = story("verify-request-countdown", "Resend countdown")
export const WrongCode = story("verify-request-wrong", "Wrong code")
export const NotSent = story("verify-request-not-sent", "Email not sent")
export const LongTexts = story("verify-request-long", "Long texts")
