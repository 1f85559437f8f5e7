import { render as renderApp } from "svelte/server"
import App from "./App.svelte"
import { caseOf } from "./case.ts"

export const render = (name: string) => renderApp(App, { props: caseOf(name) }).body
