/** @jsxImportSource solid-js */
import { createStore } from "solid-js/store"
import { hydrate, render } from "solid-js/web"

import { watchOptions, prepare } from "./prepare.ts"
import { App } from "./solid.tsx"

const { root, options } = prepare()
const [live, setLive] = createStore(options)
watchOptions(setLive)
if (root.hasChildNodes()) hydrate(() => <App {...live} />, root)
else render(() => <App {...live} />, root)
