/** @jsxImportSource solid-js */
import { hydrate, render } from "solid-js/web"

import { prepare } from "./prepare.ts"
import { App } from "./solid.tsx"

const { root, options } = prepare()
if (root.hasChildNodes()) hydrate(() => <App {...options} />, root)
else render(() => <App {...options} />, root)
