export { identifierFirst } from "../screens/identifier-first.ts"
export type { SignInFlow } from "../screens/sign-in-flow.ts"
export type { IdentifierStepProps } from "../view/identifier-first.ts"
