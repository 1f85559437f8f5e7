/** @jsxImportSource @builder.io/qwik */
import { renderToString } from "@builder.io/qwik/server"

import type { SessionProviderProps } from "../../../client/session.qwik.tsx"
import { App } from "./qwik.tsx"

/** A container, which Qwik resumes without a script of ours. */
export async function render(options: SessionProviderProps): Promise<string> {
  return (await renderToString(<App {...options} />, { base: "/qwik/build/", containerTagName: "div" })).html
}
