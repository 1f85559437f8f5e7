/** @jsxImportSource solid-js */
import { generateHydrationScript, renderToString } from "solid-js/web"

import type { AuthClientOptions } from "../../../client/core/client.ts"
import { App } from "./solid.tsx"

export const render = (options: AuthClientOptions) => renderToString(() => <App {...options} />)
export const head = () => generateHydrationScript()
