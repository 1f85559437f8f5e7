export { identifierFirst } from "../sign-in/identifier-first.screen.ts"
export type { SignInFlow } from "../sign-in/sign-in-flow.ts"
export type { IdentifierStepProps } from "../sign-in/identifier-first.view.ts"
