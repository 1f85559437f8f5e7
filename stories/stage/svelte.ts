import { flushSync, mount, unmount } from "svelte"
import Case from "./Case.svelte"
import type { Show } from "./types.ts"

export const showSvelte: Show = (props, target) => {
  const mounted = mount(Case, { target, props })
  flushSync()
  return () => void unmount(mounted)
}
