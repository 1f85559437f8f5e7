import type { RequestHandler } from "@builder.io/qwik-city"

/** Use it as the `onRequest` of a members' page. Redirects signed-out users to the sign-in page and back. */
export const membersOnly: RequestHandler = ({ cacheControl, redirect, sharedMap, url }) => {
  if (!sharedMap.get("session"))
    throw redirect(302, `/auth/signin?${new URLSearchParams({ callbackUrl: url.pathname })}`)
  cacheControl({ private: true, noStore: true }) // the back button must not show it after a sign-out
}
