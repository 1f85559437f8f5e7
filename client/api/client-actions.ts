import type {
  AuthorizationParams,
  SignInOptions,
  SignInResult,
  SignOutOptions,
  SignOutResult,
} from "../actions/types.ts"
import type { AuthClient, PageClient } from "../core/client.ts"
import type { Session } from "../contract.ts"
import type { RegisteredSession } from "../session/state.ts"
import type { SessionStore } from "../session/types.ts"
import { signIn } from "./sign-in.ts"
import { signOut } from "./sign-out.ts"

/** A page's client for one base path, with the functions of its server. */
export interface AuthClientWithActions<S extends Session = RegisteredSession> extends AuthClient<S> {
  /** Does the same as `signIn`, at this client's server. */
  signIn(
    provider?: string,
    options?: Omit<SignInOptions, "basePath">,
    authorizationParams?: AuthorizationParams,
  ): Promise<SignInResult>
  /** Does the same as `signOut`, at this client's server. */
  signOut(options?: Omit<SignOutOptions, "basePath">): Promise<SignOutResult>
  /** Changes the session. @throws {RequestError} if the request fails */
  update: SessionStore<S>["update"]
}

const WITH_ACTIONS = new WeakMap<PageClient, AuthClientWithActions>()

/** Returns the client with functions that use its server, whichever client of the page runs last. */
export function withActions(client: PageClient): AuthClientWithActions {
  const { base, store } = client
  const ownClient = WITH_ACTIONS.get(client) ?? {
    base,
    store,
    signIn: (provider, options, authorizationParams) =>
      signIn(provider, { ...options, basePath: base }, authorizationParams),
    signOut: (options) => signOut({ ...options, basePath: base }),
    update: store.update,
  }
  WITH_ACTIONS.set(client, ownClient)
  return ownClient
}
