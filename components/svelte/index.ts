export * from "../../client/index.ts"
export { provideSession, useAuthClient, useSession, type UseSession } from "../../client/svelte.ts"
export type { SessionActions } from "../../client/use-session.ts"
export type { FormActionResult } from "../view/form-result.ts"
export type { Language, MessageOverrides, Messages, Plural, Translation } from "../view/messages/types.ts"
export type { ProviderMark } from "../view/provider-marks.ts"
export type { MarkLookup, SignInProvider } from "../view/types.ts"
export type {
  ProviderButtonProps,
  ScreenProps,
  SessionProviderProps,
  SignedInProps,
  SignInProps,
  SignOutProps,
  UserButtonProps,
} from "./props.ts"
export * from "./generated/index.ts"
export { default as SessionProvider } from "./SessionProvider.svelte"
export { default as SignedIn } from "./SignedIn.svelte"
export { default as SignedOut } from "./SignedOut.svelte"
export { default as ProviderButton } from "./ProviderButton.svelte"
export { default as SignIn } from "./SignIn.svelte"
export { default as SignOut } from "./SignOut.svelte"
export { default as UserButton } from "./UserButton.svelte"
export { default as Screen } from "./Screen.svelte"
export type { Enhance, Slots } from "./render.ts"
export { toReadable } from "./to-readable.ts"
export { useUser } from "./use-user.ts"
export { useStepUp } from "./use-step-up.ts"
export type { StepUp, StepUpOptions } from "../step-up/step-up.ts"
export type { AccountFunctions } from "../../client/core/lazy-accounts.ts"
export { useAccounts, type UseAccounts } from "./use-accounts.ts"
export { useSignIn, type UseSignIn } from "./use-sign-in.ts"
export type { OwnCard, SignInParts } from "../sign-in/own-sign-in.ts"
export type { OwnContent, OwnMethod, SignInFlow } from "../sign-in/sign-in-flow.ts"
