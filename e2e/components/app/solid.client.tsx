/** @jsxImportSource solid-js */
import { hydrate, render } from "solid-js/web"
import { prepare } from "./case.ts"
import { ActionApp } from "./solid-action.tsx"
import { App } from "./solid.tsx"

const { root, shown } = prepare()
const acts = shown.component === "SignIn" && shown.props["action"] !== undefined && !shown.props["result"]
if (root.hasChildNodes()) hydrate(() => <App {...shown} />, root)
else if (acts) render(() => <ActionApp {...shown} />, root)
else render(() => <App {...shown} />, root)
