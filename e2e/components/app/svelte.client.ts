import { hydrate, mount } from "svelte"
import App from "./App.svelte"
import { prepare } from "./case.ts"

const { root: target, shown: props } = prepare()
const show = target.hasChildNodes() ? hydrate : mount
show(App, { target, props })
