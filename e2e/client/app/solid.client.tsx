/** @jsxImportSource solid-js */
import { hydrate } from "solid-js/web"

import { App } from "./solid.tsx"

const root = document.querySelector("#root")
const options = JSON.parse(document.documentElement.dataset["options"] ?? "{}")
if (root) hydrate(() => <App {...options} />, root)
