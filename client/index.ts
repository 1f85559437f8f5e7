export type { AccountResult } from "./account.ts"
export { changeAccount, getAccount } from "./account.ts"
export type { AuthClient, AuthClientOptions } from "./client.ts"
export { clientOf, getCsrfToken, getProviders, getSession, run } from "./client.ts"
export * from "./contract.ts"
export { createClient } from "./create-client.ts"
export type { FormInput, SignInFormResult, SignInValues, SignOutFormResult } from "./forms.ts"
export { parseSignInForm, parseSignOutForm } from "./forms.ts"
export type {
  PasskeyErrorCode,
  PasskeyOptions,
  PasskeyRegisterOptions,
  PasskeyResult,
  PasskeySignInOptions,
} from "./types.ts"
export { passkey } from "./passkey.ts"
export { PASSKEY_ERRORS } from "./types.ts"
export type { Channel, Page, PopupWindow } from "./page.ts"
export { sessionQueryOptions } from "./query.ts"
export { RequestError } from "./request-error.ts"
export type { SessionStoreOptions } from "./session-options.ts"
export { sessionKey } from "./session-options.ts"
export type { SessionOf, SessionState } from "./session-state.ts"
export type { Store as SessionStore } from "./store.ts"
export type { AuthorizationParams, SignInOptions, SignInResult } from "./types.ts"
export { signIn } from "./sign-in.ts"
export { startPopups } from "./start-popups.ts"
export type { SignOutOptions, SignOutResult } from "./types.ts"
export { signOut } from "./sign-out.ts"
