import { story } from "../stage/story.ts"

export default { title: "Components/Sign in, failed" } // Storybook asks for it

export const Signin = story("sign-in-error-Signin", "Signin")
export const OAuthSignin = story("sign-in-error-OAuthSignin", "OAuthSignin")
export const OAuthCallbackError = story("sign-in-error-OAuthCallbackError", "OAuthCallbackError")
export const OAuthCreateAccount = story("sign-in-error-OAuthCreateAccount", "OAuthCreateAccount")
export const EmailCreateAccount = story("sign-in-error-EmailCreateAccount", "EmailCreateAccount")
export const Callback = story("sign-in-error-Callback", "Callback")
export const OAuthAccountNotLinked = story("sign-in-error-OAuthAccountNotLinked", "OAuthAccountNotLinked")
export const AccountNotLinked = story("sign-in-error-AccountNotLinked", "AccountNotLinked")
export const EmailSignin = story("sign-in-error-EmailSignin", "EmailSignin")
export const CredentialsSignin = story("sign-in-error-CredentialsSignin", "CredentialsSignin")
export const SessionRequired = story("sign-in-error-SessionRequired", "SessionRequired")
export const MissingCSRF = story("sign-in-error-MissingCSRF", "MissingCSRF")
export const RateLimited = story("sign-in-error-RateLimited", "RateLimited")
export const WebAuthnVerificationError = story("sign-in-error-WebAuthnVerificationError", "WebAuthnVerificationError")
export const Cancelled = story("sign-in-error-Cancelled", "Cancelled")
export const Offline = story("sign-in-error-Offline", "Offline")
export const PopupBlocked = story("sign-in-error-PopupBlocked", "Popup blocked")
export const UnknownPasskey = story("sign-in-error-Unknown", "Unknown passkey")
export const Unsupported = story("sign-in-error-Unsupported", "Passkeys not supported")
export const Default = story("sign-in-error-Default", "Anything else")
