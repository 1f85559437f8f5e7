// Builds the pages of the client's tests, which `harness.ts` serves, for each framework's client and server.
import { join } from "node:path"
import { svelte } from "@sveltejs/vite-plugin-svelte"
import react from "@vitejs/plugin-react"
import { build, type PluginOption } from "vite"
import solid from "vite-plugin-solid"

import { BUILT, FRAMEWORKS, type Framework } from "./frameworks.ts"
import { bundleQwik } from "./qwik-bundle.ts"

const here = import.meta.dirname
const ends = { react: "tsx", solid: "tsx", svelte: "ts" } as const

const PLUGINS: Record<keyof typeof ends, () => PluginOption[]> = {
  react: () => [react()],
  solid: () => [solid({ include: [/\/solid[^/]*\.tsx$/], ssr: true })],
  svelte: () => [svelte({ configFile: false })],
}

function bundle(framework: keyof typeof ends, side: "client" | "server") {
  return build({
    configFile: false,
    logLevel: "error",
    plugins: PLUGINS[framework](),
    define: { "process.env.NODE_ENV": '"production"' },
    base: `/${framework}/`,
    build: {
      outDir: join(BUILT, side, framework),
      emptyOutDir: true,
      ssr: side === "server",
      rolldownOptions: {
        input: join(here, "app", `${framework}.${side}.${ends[framework]}`),
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
