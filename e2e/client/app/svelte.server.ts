import { render as renderApp } from "svelte/server"

import type { AuthClientOptions } from "../../../client/core/client.ts"
import App from "./App.svelte"

export const render = (options: AuthClientOptions) => renderApp(App, { props: { options } }).body
