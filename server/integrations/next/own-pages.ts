import type { Session } from "../../../client/contract.ts"
import type { IntegrationService } from "../../service/auth.ts"
import { textFields } from "../forms.ts"
import { requestHeaders } from "./cookies.ts"
import type { ServerCalls } from "./server-calls-types.ts"

/** Creates the functions for the app's own sign-in page, its account page, and the pages of its steps. */
export function ownPages<S extends Session>(
  service: () => IntegrationService<S>,
): Pick<ServerCalls<S>, "accountProps" | "openStep" | "signInProps"> {
  return {
    openStep: async () => (await service().openStep({ headers: await requestHeaders() })).step,
    signInProps: async (searchParams = {}) =>
      propsWithToken(await service().signInProps(await pageRequest("", searchParams))),
    accountProps: async (path, searchParams = {}) =>
      propsWithToken(await service().accountProps(await pageRequest(path, searchParams))),
  }
}

const pageRequest = async (path: string, searchParams: Readonly<Record<string, unknown>>) => ({
  headers: await requestHeaders(),
  url: `${path}?${new URLSearchParams(textFields(searchParams))}`,
})

// A server component can't set the cookie that belongs to a CSRF token. The proxy has set it for `pages.signIn` and for
// a signed-in user; any other form fetches a token when the user submits it
const propsWithToken = <Props extends { csrfToken: string | undefined }>({
  props,
  cookies,
}: WithCookies<Props>): Props => (cookies.length === 0 ? props : { ...props, csrfToken: undefined })

interface WithCookies<Props> {
  props: Props
  cookies: readonly string[]
}
