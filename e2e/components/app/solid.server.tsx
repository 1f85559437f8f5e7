/** @jsxImportSource solid-js */
import { generateHydrationScript, renderToString } from "solid-js/web"
import { findCase } from "./case.ts"
import { App } from "./solid.tsx"

export const render = (name: string) => renderToString(() => <App {...findCase(name)} />)
export const head = () => generateHydrationScript()
