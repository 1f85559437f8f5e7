import { renderToString } from "react-dom/server"
import { findCase } from "./case.ts"
import { App } from "./react.tsx"

export const render = (name: string) => renderToString(<App {...findCase(name)} />)
