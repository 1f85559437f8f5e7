import { story } from "../stage/story.ts"

export default { title: "Components/Second factor" } // Storybook asks for it

export const Card = story("second-factor", "Card")
export const OtherMethods = story("second-factor-list", "Other methods")
export const Recovery = story("second-factor-recovery", "Recovery code")
export const Passkey = story("second-factor-passkey", "Passkey")
export const Email = story("second-factor-email", "Code by email")
export const WrongCode = story("second-factor-wrong", "Wrong code")
export const Limited = story("second-factor-limited", "Too many attempts")
export const Waiting = story("second-factor-waiting", "Waiting")
export const Two = story("second-factor-two", "Two methods")
export const LongTexts = story("second-factor-long", "Long texts")
export const RightToLeft = story("second-factor-rtl", "Right to left")
