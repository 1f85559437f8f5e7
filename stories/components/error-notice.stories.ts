import { story } from "../stage/story.ts"

export default { title: "Components/Error notice" } // Storybook asks for it

export const AccessDenied = story("error-notice", "Access denied")
export const Configuration = story("error-notice-configuration", "Configuration")
export const Verification = story("error-notice-verification", "Expired link")
export const Unbound = story("error-notice-unbound", "Session not bound to the device")
export const Anything = story("error-notice-unknown", "Anything else")
