/** What a page does not need for its first paint, as one script; `loadRest` loads it. */
export { createActions } from "./http-actions.ts"
export { SessionStore } from "./session-store.ts"
export { signInWith } from "./sign-in-flow.ts"
