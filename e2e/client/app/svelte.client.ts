import { hydrate } from "svelte"

import App from "./App.svelte"

const target = document.querySelector("#root")
const options = JSON.parse(document.documentElement.dataset["options"] ?? "{}")
if (target) hydrate(App, { target, props: { options } })
