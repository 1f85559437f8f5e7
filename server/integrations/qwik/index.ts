export type { AdapterUser } from "../../adapters/index.ts"
export type { JWT } from "../../jwt.ts"
export * from "../../../client/index.ts"
export {
  SessionProvider,
  useSession,
  type SessionProviderProps,
  type UseSession,
  type UseSessionOptions,
} from "../../../client/session.qwik.tsx"
export { useAccounts, type AccountSwitchQRL, type UseAccounts } from "../../../client/accounts.qwik.ts"
export { QwikAuth$, QwikAuthQrl, type QwikAuthConfig } from "./auth.qwik.ts"
export { getSessionData } from "./get-session.ts"
export { getSession, getUsers, updateSession, type QwikEvent } from "./event.ts"
export { accountProps, openStep, signInProps } from "./own-pages.ts"
export type { OpenStep } from "../../core/steps/row.ts"
export type { FormOptions } from "../responses.ts"
export { requireAuth } from "./require-auth.ts"
export type { RequireAuthOptions, StepUpFailure } from "../step-up.ts"
