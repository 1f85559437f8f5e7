import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../auth.ts"
import { signInByForm, signOutByForm, textFields } from "../forms.ts"
import { StepUpRequired } from "../../errors.ts"
import { confirmationFor } from "../step-up.ts"
import { ownPages } from "./own-pages.ts"
import { createRequireAuth } from "./require-auth.ts"
import { parseSetCookies, storeCookies, redirectWithCookies, requestHeaders } from "./cookies.ts"
import type { NextSignInOptions, NextSignOutOptions, ServerCalls } from "./server-calls-types.ts"

/** Creates the functions for server actions and server components. */
export function serverCalls<S extends Session>(service: () => IntegrationService<S>): ServerCalls<S> {
  async function signIn(
    provider: string | undefined,
    options: FormData | NextSignInOptions = {},
    authorizationParams?: ConstructorParameters<typeof URLSearchParams>[0],
  ) {
    const request = { headers: await requestHeaders() }
    if (options instanceof FormData) {
      const params = new URLSearchParams(authorizationParams)
      const result = await signInByForm(service(), request, signInForm(provider, options), params)
      return "failed" in result ? result : redirectWithCookies(result, true)
    }
    const { redirect: leaves = true, redirectTo, ...fields } = options
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
    return redirectWithCookies(response, leaves)
  }

  async function signOut(options: FormData | NextSignOutOptions = {}) {
    const request = { headers: await requestHeaders() }
    if (options instanceof FormData) {
      const result = await signOutByForm(service(), request, signInForm(undefined, options))
      return "failed" in result ? result : redirectWithCookies(result, true)
    }
    const { redirect: leaves = true, redirectTo } = options
    const answer = await service().signOut(request, redirectTo === undefined ? {} : { redirectTo })
    const url = await redirectWithCookies(answer, leaves)
    return (await service().compat()) === "authjs" ? { redirect: url, cookies: parseSetCookies(answer.cookies) } : url
  }

  async function updateSession(data: unknown): Promise<S | null> {
    const { session, cookies: lines } = await service().updateSession({ headers: await requestHeaders() }, data)
    await storeCookies(lines)
    return session
  }

  return {
    signIn: signIn as ServerCalls<S>["signIn"], // its overloads say which call returns what
    signOut: signOut as ServerCalls<S>["signOut"], // as above
    requireAuth: createRequireAuth(service),
    getSession: async () => service().getSession({ headers: await requestHeaders() }),
    updateSession,
    unstable_update: updateSession,
    getAccount: async () => service().getAccount({ headers: await requestHeaders() }),
    getAccessToken: async (provider) => service().getAccessToken({ headers: await requestHeaders() }, provider),
    listAccounts: async () => service().listAccounts({ headers: await requestHeaders() }),
    listSessions: async () => service().listSessions({ headers: await requestHeaders() }),
    revokeSession: async (id) => service().revokeSession({ headers: await requestHeaders() }, id),
    revokeOtherSessions: async () => service().revokeOtherSessions({ headers: await requestHeaders() }),
    invite: async (options) => service().invite({ request: { headers: await requestHeaders() }, ...options }),
    revokeInvitation: async (email) => service().revokeInvitation(email, { headers: await requestHeaders() }),
    ...ownPages(service),
  }
}

/** Returns the form without the fields that Next adds, for the provider that the action names. */
function signInForm(provider: string | undefined, form: FormData): FormData {
  const copy = new FormData()
  for (const [name, value] of form) if (!name.startsWith("$ACTION")) copy.append(name, value)
  if (provider !== undefined) copy.set("providerId", provider)
  return copy
}
