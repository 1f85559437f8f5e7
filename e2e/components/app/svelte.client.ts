import { hydrate, mount, unmount } from "svelte"
import App from "./App.svelte"
import { showCases } from "./case.ts"

showCases(({ root: target, shown: props }) => {
  const show = target.hasChildNodes() ? hydrate : mount
  const app = show(App, { target, props })
  return () => unmount(app)
})
