// The script of a card that an app rendered with `popup` on its own page: opens the providers in a popup.
import { createFetchAction } from "../../../client/http/fetch-action.ts"
import { createHttp } from "../../../client/http/http.ts"
import { isSession } from "../../../client/http/is-session.ts"
import { thisPage } from "../../../client/page/page.ts"
import { listenForPopups } from "../../../client/actions/popup-forms.ts"
import { signInByPopup } from "../../../client/actions/popup-sign-in.ts"
import { returnUrl } from "../../../client/page/return-url.ts"

listenForPopups(async (provider, { basePath, redirect, popup: _, ...fields }) => {
  const popup = open("", "", "popup,width=480,height=680") // directly in the click, or the browser blocks it
  const early = { base: basePath, page: thisPage, waiting: new Map() }
  const fetchAction = createFetchAction(early)
  const http = createHttp({ early, fetchAction })
  const store = { refresh: async () => (await fetchAction("session", isSession)).body }
  const form = { callbackUrl: returnUrl(thisPage), ...fields }
  const start = { provider, redirect, path: `signin/${encodeURIComponent(provider)}`, form }
  const failed = { ok: false, error: "RequestFailed" }
  return (
    (await signInByPopup({ page: thisPage, base: basePath, http, store }, popup, start).catch(() => failed)) ?? failed
  )
})
