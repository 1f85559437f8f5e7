import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../service/auth.ts"
import { signInByForm, signOutByForm, textFields } from "../forms.ts"
import { StepUpRequired } from "../../errors.ts"
import { confirmationFor } from "../step-up.ts"
import { ownPages } from "./own-pages.ts"
import { createRequireAuth } from "./require-auth.ts"
import { accountCalls, sessionCalls } from "./account-calls.ts"
import { currentRequest, parseSetCookies, redirectWithCookies } from "./cookies.ts"
import type { NextSignInOptions, NextSignOutOptions, ServerCalls } from "./server-calls-types.ts"

/** Creates the functions for server actions and server components. */
export function serverCalls<S extends Session>(service: () => IntegrationService<S>): ServerCalls<S> {
  return {
    signIn: createSignIn(service) as ServerCalls<S>["signIn"], // its overloads say which call returns what
    signOut: createSignOut(service) as ServerCalls<S>["signOut"], // as above
    requireAuth: createRequireAuth(service),
    ...sessionCalls(service),
    ...accountCalls(service),
    ...ownPages(service),
  }
}

type Service = () => IntegrationService

function createSignIn(service: Service) {
  return async (
    provider: string | undefined,
    options: FormData | NextSignInOptions = {},
    authorizationParams?: ConstructorParameters<typeof URLSearchParams>[0],
  ) => {
    const request = await currentRequest()
    if (options instanceof FormData) {
      const params = new URLSearchParams(authorizationParams)
      const result = await signInByForm(service(), request, signInForm(provider, options), params)
      return "failed" in result ? result : redirectWithCookies(result)
    }
    const { redirect, redirectTo, ...fields } = options
    const response = await service()
      .signIn(request, provider, {
        fields: textFields(fields),
        ...(redirectTo !== undefined && { redirectTo }),
        authorizationParams: new URLSearchParams(authorizationParams),
      })
      .catch((error: unknown) => {
        if (error instanceof StepUpRequired) return confirmationFor(request, { error, redirectTo })
        throw error
      })
    return redirectWithCookies(response, { redirect })
  }
}

function createSignOut(service: Service) {
  return async (options: FormData | NextSignOutOptions = {}) => {
    const request = await currentRequest()
    if (options instanceof FormData) {
      const result = await signOutByForm(service(), request, signInForm(undefined, options))
      return "failed" in result ? result : redirectWithCookies(result)
    }
    const { redirect, redirectTo } = options
    const response = await service().signOut(request, redirectTo === undefined ? {} : { redirectTo })
    const url = await redirectWithCookies(response, { redirect })
    return (await service().rules()).signOutReturnsCookies
      ? { redirect: url, cookies: parseSetCookies(response.cookies) }
      : url
  }
}

/** Returns the form without the fields that Next adds, for the provider that the action names. */
function signInForm(provider: string | undefined, form: FormData): FormData {
  const copy = new FormData()
  for (const [name, value] of form) if (!name.startsWith("$ACTION")) copy.append(name, value)
  if (provider !== undefined) copy.set("providerId", provider)
  return copy
}
