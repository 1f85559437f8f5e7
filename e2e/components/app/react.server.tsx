import { renderToString } from "react-dom/server"
import { caseOf } from "./case.ts"
import { App } from "./react.tsx"

export const render = (name: string) => renderToString(<App {...caseOf(name)} />)
