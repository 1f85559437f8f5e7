export type {
  AccountChange,
  AccountDetails,
  AccountErrorCode,
  BrowserAccount,
  BrowserAccounts,
  DeletionDetails,
  DeviceDetails,
  EmailDetails,
  FactorDetails,
  LinkedAccount,
  PasskeyDetails,
  ProfileField,
  SessionDetails,
  TrustedDevice,
  TwoStepDetails,
} from "./account-contract.ts"
export type {
  AccountsState,
  AccountSwitchOptions,
  AccountSwitchResult,
  AuthorizationParams,
  PasskeyErrorCode,
  PasskeyOptions,
  PasskeyRegisterOptions,
  PasskeyResult,
  PasskeySignInOptions,
  SignInOptions,
  SignInResult,
  SignOutOptions,
  SignOutResult,
} from "./actions/types.ts"
export { PASSKEY_ERRORS } from "./actions/types.ts"
export type { AuthClientWithActions } from "./api/client-actions.ts"
export type { AccountChangeOptions, AccountResult } from "./api/account.ts"
export { changeAccount, getAccount } from "./api/account.ts"
export { getAccounts, signOutAccount, switchAccount } from "./api/accounts.ts"
export { passkey } from "./api/passkey.ts"
export { oneTap, type OneTapOptions } from "./api/one-tap.ts"
export { offerPasskey } from "./api/offer-passkey.ts"
export { sessionQueryOptions } from "./api/session-query-options.ts"
export { getCsrfToken, getProviders, getSession } from "./core/client-for.ts"
export { signIn } from "./api/sign-in.ts"
export { signOut } from "./api/sign-out.ts"
export { startPopups } from "./api/start-popups.ts"
export * from "./contract.ts" // a named export can't be augmented with `declare module "latchkit"`
export type { AuthClient, AuthClientOptions, BasePathOption } from "./core/client.ts"
export { createClient } from "./core/create-client.ts"
export type {
  FormInput,
  ParsedForm,
  RejectedForm,
  SignInFormResult,
  SignInValues,
  SignOutFormResult,
  SignOutValues,
} from "./forms.ts"
export { parseSignInForm, parseSignOutForm } from "./forms.ts"
export { RequestError } from "./http/errors.ts"
export type {
  EnrollTotpStep,
  PasskeyRequestOptions,
  SecondFactorStep,
  StepFields,
  StepResponse,
  StepUpDemand,
  StepUpRequiredBody,
} from "./protocol.ts"
export type { SessionStoreOptions } from "./session/options.ts"
export type { QueryClientLike } from "./session/query-client.ts"
export type { RegisteredSession, SessionOf, SessionState, SessionStateBase } from "./session/state.ts"
export type { SessionStore } from "./session/types.ts"
