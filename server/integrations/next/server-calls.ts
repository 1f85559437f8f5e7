import { headers } from "next/headers.js"
import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../auth.ts"
import { signInByForm, signOutByForm, textFields } from "../forms.ts"
import { createRequireAuth } from "./require-auth.ts"
import { parseSetCookies, storeCookies, redirectWithCookies } from "./cookies.ts"
import type { NextSignInOptions, NextSignOutOptions, ServerCalls } from "./server-calls-types.ts"

/** Creates the functions for server actions and server components. */
export function serverCalls<S extends Session>(service: () => IntegrationService<S>): ServerCalls<S> {
  async function signIn(
    provider: string | undefined,
    options: FormData | NextSignInOptions = {},
    authorizationParams?: ConstructorParameters<typeof URLSearchParams>[0],
  ) {
    const request = { headers: await headers() }
    if (options instanceof FormData) {
      const params = new URLSearchParams(authorizationParams)
      const result = await signInByForm(service(), request, signInForm(provider, options), params)
      return "failed" in result ? result : redirectWithCookies(result, true)
    }
    const { redirect: leaves = true, redirectTo, ...fields } = options
    const response = await service().signIn(request, provider, {
      fields: textFields(fields),
      ...(redirectTo !== undefined && { redirectTo }),
      authorizationParams: new URLSearchParams(authorizationParams),
    })
    return redirectWithCookies(response, leaves)
  }

  async function signOut(options: FormData | NextSignOutOptions = {}) {
    const request = { headers: await headers() }
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
    const { session, cookies: lines } = await service().updateSession({ headers: await headers() }, data)
    await storeCookies(lines)
    return session
  }

  return {
    signIn: signIn as ServerCalls<S>["signIn"], // its overloads say which call returns what
    signOut: signOut as ServerCalls<S>["signOut"], // as above
    requireAuth: createRequireAuth(service),
    getSession: async () => service().getSession({ headers: await headers() }),
    updateSession,
    unstable_update: updateSession,
    getAccount: async () => service().getAccount({ headers: await headers() }),
    getAccessToken: async (provider) => service().getAccessToken({ headers: await headers() }, provider),
    listAccounts: async () => service().listAccounts({ headers: await headers() }),
    listSessions: async () => service().listSessions({ headers: await headers() }),
    revokeSession: async (id) => service().revokeSession({ headers: await headers() }, id),
    revokeOtherSessions: async () => service().revokeOtherSessions({ headers: await headers() }),
    invite: async (options) => service().invite({ request: { headers: await headers() }, ...options }),
    revokeInvitation: async (email) => service().revokeInvitation(email, { headers: await headers() }),
    openStep: async () => (await service().openStep({ headers: await headers() })).step,
    async signInProps(searchParams = {}) {
      const url = `/?${new URLSearchParams(textFields(searchParams))}`
      const { props, cookies: lines } = await service().signInProps({ headers: await headers(), url })
      // A server component can't set the cookie that belongs to a CSRF token. The proxy has set it for `pages.signIn`;
      // any other form fetches a token when the user submits it
      return lines.length === 0 ? props : { ...props, csrfToken: undefined }
    },
  }
}

/** Returns the form without the fields that Next adds, for the provider that the action names. */
function signInForm(provider: string | undefined, form: FormData): FormData {
  const copy = new FormData()
  for (const [name, value] of form) if (!name.startsWith("$ACTION")) copy.append(name, value)
  if (provider !== undefined) copy.set("providerId", provider)
  return copy
}
