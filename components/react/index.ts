export * from "../../client/index.ts"
export * from "./generated/index.ts"
export {
  SessionProvider,
  type SessionProviderProps,
  useAuthClient,
  useSession,
  useSuspenseSession,
} from "../../client/react.tsx"
export type { SessionActions, UseSession, UseSessionOptions } from "../../client/use-session.ts"
export type { FormActionResult } from "../view/form-result.ts"
export type { Language, MessageOverrides, Messages, Plural, Translation } from "../view/messages/types.ts"
export type { ProviderMark } from "../view/provider-marks.ts"
export type { MarkLookup, SignInProvider } from "../view/types.ts"
export { ProviderButton, SignIn, type ProviderButtonProps, type SignInProps } from "./sign-in.tsx"
export { useSignIn, type UseSignIn } from "./use-sign-in.ts"
export type { OwnCard, SignInParts } from "../sign-in/own-sign-in.ts"
export type { OwnContent, OwnMethod, SignInFlow } from "../sign-in/sign-in-flow.ts"
export { SignOut, type SignOutProps } from "./sign-out.tsx"
export { UserButton, type UserButtonProps } from "./user-button.tsx"
export { SignedIn, SignedOut, type SignedInProps } from "./signed-in.tsx"
export type { FormAction } from "./form-action.ts"
export type { Slots } from "./render.ts"
export type { AccountFunctions, UseAccounts } from "../../client/core/lazy-accounts.ts"
export { useAccounts } from "./use-accounts.ts"
export { useSessionValue, useUser } from "./use-session-value.ts"
export { useStepUp } from "./use-step-up.ts"
export type { StepUp, StepUpOptions } from "../step-up/step-up.ts"
