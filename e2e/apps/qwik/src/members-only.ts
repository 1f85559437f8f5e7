import type { RequestHandler } from "@builder.io/qwik-city"

/** For the `onRequest` of a page that visitors do not see: they are sent to sign in, and come back. */
export const membersOnly: RequestHandler = ({ cacheControl, redirect, sharedMap, url }) => {
  if (!sharedMap.get("session"))
    throw redirect(302, `/auth/signin?${new URLSearchParams({ callbackUrl: url.pathname })}`)
  cacheControl({ private: true, noStore: true }) // after a sign-out the back button must not show it
}
