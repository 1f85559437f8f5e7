import { hydrate, mount } from "svelte"

import App from "./App.svelte"
import { prepare } from "./prepare.ts"

const { root: target, options } = prepare()
const show = target.hasChildNodes() ? hydrate : mount
show(App, { target, props: { options } })
