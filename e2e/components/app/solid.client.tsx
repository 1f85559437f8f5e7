/** @jsxImportSource solid-js */
import { hydrate, render } from "solid-js/web"
import { showCases } from "./case.ts"
import { ActionApp } from "./solid-action.tsx"
import { App } from "./solid.tsx"

showCases(({ root, shown }) => {
  const acts = shown.component === "SignIn" && shown.props["action"] !== undefined && !shown.props["result"]
  if (root.hasChildNodes()) return hydrate(() => <App {...shown} />, root)
  if (acts) return render(() => <ActionApp {...shown} />, root)
  return render(() => <App {...shown} />, root)
})
