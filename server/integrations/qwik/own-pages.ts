import type { RequestEventCommon } from "@builder.io/qwik-city"
import type { AccountPageProps } from "../../features/account/page/props.ts"
import type { OpenStep } from "../../core/steps/row.ts"
import type { SignInPageProps } from "../../core/pages/sign-in-props.ts"
import { rememberEvent, serviceFor, storeCookies, type QwikEvent } from "./event.ts"

/** Returns the props of Latchkit's sign-in card for your own page. */
export async function signInProps(event: RequestEventCommon): Promise<SignInPageProps> {
  const { props, cookies } = await serviceFor(event).signInProps(toPageRequest(event))
  storeCookies(event, cookies)
  return props
}

/**
 * Returns the props of Latchkit's account card for your own page, which is then complete without JavaScript. Marks
 * the response as not cacheable.
 *
 * @throws {Error} if `onRequest` of `QwikAuth$` didn't run for this request
 */
export async function accountProps(event: RequestEventCommon): Promise<AccountPageProps> {
  const { props, cookies } = await serviceFor(event).accountProps(toPageRequest(event))
  storeCookies(event, cookies)
  event.headers.set("Cache-Control", "private, no-store")
  return props
}

// The request may be for the page's data instead
function toPageRequest(event: RequestEventCommon): Request {
  const page = new Request(event.url, { headers: event.request.headers })
  rememberEvent(page, event)
  return page
}

/**
 * Returns the browser's paused sign-in for the page of an app's own step, or `null`. Sets the cookies of its form.
 *
 * @throws {Error} if `onRequest` of `QwikAuth$` didn't run for this request
 */
export async function openStep(event: QwikEvent): Promise<OpenStep | null> {
  const { step, cookies } = await serviceFor(event).openStep(event.request)
  storeCookies(event, cookies)
  return step
}
