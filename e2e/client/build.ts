// Builds the pages of the client's tests, which `harness.ts` serves, for each framework's client and server.
import { join } from "node:path"
import { svelte } from "@sveltejs/vite-plugin-svelte"
import react from "@vitejs/plugin-react"
import { build, type PluginOption } from "vite"
import solid from "vite-plugin-solid"

import { BUILT, FRAMEWORKS, type Framework } from "./frameworks.ts"
import { bundleQwik } from "./qwik-bundle.ts"

const here = import.meta.dirname
const sources = { react: "react.tsx", "react-18": "react.tsx", solid: "solid.tsx", svelte: "svelte.ts" } as const
type Bundled = keyof typeof sources

const PLUGINS: Record<Bundled, () => PluginOption[]> = {
  react: () => [react()],
  "react-18": () => [react()],
  solid: () => [solid({ include: [/\/solid[^/]*\.tsx$/], ssr: true })],
  svelte: () => [svelte({ configFile: false })],
}

/** Leads to the React of Next 14's app. */
const REACT_18 = { find: /^react(-dom)?(?=\/|$)/, replacement: join(here, "../apps/react-18/node_modules/react$1") }

function bundle(framework: Bundled, side: "client" | "server") {
  return build({
    configFile: false,
    logLevel: "error",
    plugins: PLUGINS[framework](),
    resolve: { alias: framework === "react-18" ? [REACT_18] : [] },
    define: { "process.env.NODE_ENV": '"production"' },
    base: `/${framework}/`,
    build: {
      outDir: join(BUILT, side, framework),
      emptyOutDir: true,
      ssr: side === "server",
      rolldownOptions: {
        input: join(here, "app", sources[framework].replace(".", `.${side}.`)),
        output: { entryFileNames: "entry.js" },
      },
    },
    ...(side === "server" ? { ssr: { noExternal: true } } : {}),
  })
}

async function bundlePages(framework: Framework): Promise<void> {
  if (framework === "qwik") return bundleQwik(BUILT)
  for (const side of ["client", "server"] as const) await bundle(framework, side)
}

for (const framework of FRAMEWORKS) await bundlePages(framework)
