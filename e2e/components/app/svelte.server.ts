import { render as renderApp } from "svelte/server"
import App from "./App.svelte"
import { findCase } from "./case.ts"

export const render = (name: string) => renderApp(App, { props: findCase(name) }).body
