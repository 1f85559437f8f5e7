// The script of a card that an app rendered with `popup` on its own page: opens the providers in a popup.
import { createHttp } from "../../../client/http/http.ts"
import { thisPage } from "../../../client/page/page.ts"
import { listenForPopups } from "../../../client/actions/popup-forms.ts"
import { signInByPopup } from "../../../client/actions/popup-sign-in.ts"
import { returnUrl } from "../../../client/page/return-url.ts"

listenForPopups(async (provider, { basePath, redirect, popup: _, ...fields }) => {
  const popup = open("", "", "popup,width=480,height=680") // directly in the click, or the browser blocks it
  const http = createHttp({ base: basePath, page: thisPage, waiting: new Map() })
  const store = { refresh: async () => (await http.session()).session }
  const form = { callbackUrl: returnUrl(thisPage), ...fields }
  const start = { provider, redirect, path: `signin/${encodeURIComponent(provider)}`, form }
  const failed = { ok: false, error: "RequestFailed" }
  return (
    (await signInByPopup({ page: thisPage, base: basePath, http, store }, popup, start).catch(() => failed)) ?? failed
  )
})
