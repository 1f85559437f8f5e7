export type { AccountResult } from "./api/account.ts"
export { changeAccount, getAccount } from "./api/account.ts"
export type { AuthClient, AuthClientOptions } from "./core/client.ts"
export { clientFor, getCsrfToken, getProviders, getSession, run } from "./core/client.ts"
export * from "./contract.ts"
export { createClient } from "./core/create-client.ts"
export type { FormInput, SignInFormResult, SignInValues, SignOutFormResult } from "./forms.ts"
export { parseSignInForm, parseSignOutForm } from "./forms.ts"
export type {
  PasskeyErrorCode,
  PasskeyOptions,
  PasskeyRegisterOptions,
  PasskeyResult,
  PasskeySignInOptions,
} from "./actions/types.ts"
export { passkey } from "./api/passkey.ts"
export { PASSKEY_ERRORS } from "./actions/types.ts"
export type { Channel, Page, PopupWindow } from "./page/page.ts"
export { sessionQueryOptions } from "./api/session-query-options.ts"
export { RequestError } from "./http/errors.ts"
export type { SessionStoreOptions } from "./session/options.ts"
export { sessionKey } from "./session/options.ts"
export type { SessionOf, SessionState } from "./session/state.ts"
export type { Store as SessionStore } from "./session/types.ts"
export type { AuthorizationParams, SignInOptions, SignInResult } from "./actions/types.ts"
export { signIn } from "./api/sign-in.ts"
export { startPopups } from "./api/start-popups.ts"
export type { SignOutOptions, SignOutResult } from "./actions/types.ts"
export { signOut } from "./api/sign-out.ts"
