import { story } from "../stage/story.ts"

export default { title: "Components/Signed in, signed out" } // Storybook asks for it

export const SignedIn = story("signed-in", "Signed in: somebody")
export const SignedInVisitor = story("signed-in-visitor", "Signed in: a visitor sees nothing")
export const SignedOut = story("signed-out", "Signed out: somebody sees nothing")
export const SignedOutVisitor = story("signed-out-visitor", "Signed out: a visitor")
