import "./class-names.css"
import { story } from "../stage/story.ts"

export default { title: "Components/Sign in, address first" } // Storybook asks for it

export const Address = story("identifier-first", "Address")
export const Alone = story("identifier-first-alone", "Address, no other method")
export const Prefilled = story("identifier-first-prefilled", "Address, prefilled")
export const Rejected = story("identifier-first-rejected", "Incomplete address")
export const Failed = story("identifier-first-failed", "Failed provider")
export const Waiting = story("identifier-first-waiting", "Waiting for the methods")
export const Notice = story("identifier-first-notice", "Notice and links")
export const FormAction = story("identifier-first-action", "With a form action")
export const Password = story("identifier-first-password", "Password")
export const Methods = story("identifier-first-methods", "Password, email and passkey")
export const Email = story("identifier-first-email", "Email")
export const Company = story("identifier-first-company", "Provider of a company")
export const WrongPassword = story("identifier-first-wrong-password", "Wrong password")
export const WaitingPassword = story("identifier-first-waiting-password", "Waiting for a password")
export const LongTexts = story("identifier-first-long", "Long texts")
export const Logo = story("identifier-first-logo", "With a logo")
export const ClassNames = story("identifier-first-class-names", "With classes of the app")
export const RightToLeft = story("identifier-first-rtl", "Right to left")
