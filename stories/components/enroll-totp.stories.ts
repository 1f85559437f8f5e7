import { story } from "../stage/story.ts"

export default { title: "Components/Enroll TOTP" } // Storybook asks for it

export const Card = story("enroll-totp", "Card")
export const Required = story("enroll-totp-required", "Required")
export const WrongCode = story("enroll-totp-wrong", "Wrong code")
