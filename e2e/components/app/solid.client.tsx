/** @jsxImportSource solid-js */
import { hydrate, render } from "solid-js/web"
import { prepare } from "./case.ts"
import { App } from "./solid.tsx"

const { root, shown } = prepare()
if (root.hasChildNodes()) hydrate(() => <App {...shown} />, root)
else render(() => <App {...shown} />, root)
