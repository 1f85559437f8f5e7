/** @jsxImportSource solid-js */
import { generateHydrationScript, renderToString } from "solid-js/web"
import { caseOf } from "./case.ts"
import { App } from "./solid.tsx"

export const render = (name: string) => renderToString(() => <App {...caseOf(name)} />)
export const head = () => generateHydrationScript()
