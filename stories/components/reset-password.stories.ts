import { story } from "../stage/story.ts"

export default { title: "Components/Reset password" } // Storybook asks for it

export const Card = story("reset-password", "Card")
export const StrongPassword = story("reset-password-strong", "Good password")
export const CommonPassword = story("reset-password-common", "Common password")
export const Failed = story("reset-password-failed", "Offline")
