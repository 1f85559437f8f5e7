import { story } from "../stage/story.ts"

export default { title: "Components/Signed in, signed out" } // Storybook asks for it

export const SignedIn = story("signed-in", "SignedIn: signed-in user")
export const SignedInAnonymous = story("signed-in-anonymous", "SignedIn: anonymous user, nothing shown")
export const SignedOut = story("signed-out", "SignedOut: signed-in user, nothing shown")
export const SignedOutAnonymous = story("signed-out-anonymous", "SignedOut: anonymous user")
