import { implicit$FirstArg, isServer, type QRL } from "@builder.io/qwik"
import { globalAction$, routeLoader$, type RequestEventAction, type RequestEventCommon } from "@builder.io/qwik-city"
import type { Session } from "../../../client/contract.ts"
import type { Awaitable } from "../../types.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { AdapterOption, StrategyWith } from "../../core/config/types.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import type { JWT } from "../../core/crypto/jwt-types.ts"
import { signInByForm, signOutByForm, type SignInFailure, type SignOutFailure } from "../forms.ts"
import { failureStatus, type FormOptions } from "../responses.ts"
import { createOnRequest, redirectWithCookies, serviceFor, toConnection } from "./event.ts"

/** A function that returns the configuration for an event, which has the platform's bindings. */
export type QwikAuthConfig<
  S extends Session,
  Token extends JWT,
  A extends AdapterOption,
  Strategy extends SessionStrategyName,
> = (event: RequestEventCommon) => Awaitable<AuthConfig<S, Token, A, Strategy>>

/** Implements {@link QwikAuth$}. Qwik's optimizer calls it. */
export function QwikAuthQrl<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
>(config: QRL<QwikAuthConfig<S, Token, A, Strategy>>, options: FormOptions = {}) {
  // a browser build contains no server code
  const onRequest = isServer
    ? createOnRequest(config as unknown as QRL<(event: RequestEventCommon) => Awaitable<AuthConfig>>, options)
    : async () => {}
  const useSession = routeLoader$(({ sharedMap }) => sharedMap.get("session") as S | null)
  const useSignIn = globalAction$(async (form, event) => {
    const result = await signInByForm(serviceFor(event), { request: event.request, ...toConnection(event) }, form)
    return "failed" in result ? failAction<SignInFailure>(event, result) : redirectWithCookies(event, result)
  })
  const useSignOut = globalAction$(async (form, event) => {
    const answer = await signOutByForm(serviceFor(event), event.request, form)
    return "failed" in answer ? failAction<SignOutFailure>(event, answer) : redirectWithCookies(event, answer)
  })
  return {
    /** The plugin. It responds to requests below the base path, and reads the session of all others. */
    onRequest,
    /** Returns the session, or `null` if the user is signed out. */
    useSession,
    /** Returns the action that signs in with a form. It fails if a field is invalid or the sign-in is rejected. */
    useSignIn,
    /** Returns the action that signs out. */
    useSignOut,
  }
}

/**
 * Creates Latchkit as a plugin of Qwik City, for `src/routes/plugin@auth.ts`. The base path is `/auth`. `onRequest`
 * also rejects forms that other sites send to your app's own routes.
 *
 * @experimental
 */
export const QwikAuth$ = implicit$FirstArg(QwikAuthQrl)

const failAction = <Failure extends { code: string }>(event: RequestEventAction, failure: Failure) =>
  event.fail(failureStatus(failure), failure)
