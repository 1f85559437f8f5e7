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
export { QwikAuth$, QwikAuthQrl } from "./auth.qwik.ts"
export { getSession } from "./get-session.ts"
export { signInProps, updateSession } from "./visit.ts"
