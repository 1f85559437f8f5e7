// Builds the gallery's pages, which `gallery.ts` serves, for each framework's client and server.
import { join } from "node:path"
import { svelte } from "@sveltejs/vite-plugin-svelte"
import react from "@vitejs/plugin-react"
import { build, type PluginOption } from "vite"
import solid from "vite-plugin-solid"

import { BUILT, FRAMEWORKS, type Framework } from "./frameworks.ts"

const here = import.meta.dirname
const ends = { react: "tsx", solid: "tsx", svelte: "ts" } as const

const PLUGINS: Record<Framework, () => PluginOption[]> = {
  react: () => [react()],
  solid: () => [
    solid({
      include: [/\/(solid|components\/solid\/)[^?]*\.tsx$/, /\/solid[^/]*\.tsx$/, /\/@solidjs\/router\/.*\.jsx$/],
      ssr: true,
    }),
  ],
  svelte: () => [svelte({ configFile: false })],
}

function bundle(framework: Framework, side: "client" | "server") {
  return build({
    configFile: false,
    logLevel: "error",
    plugins: PLUGINS[framework](),
    resolve: { tsconfigPaths: true }, // for the documentation's examples
    // the development build, because React then reports mismatches
    define: { "process.env.NODE_ENV": '"development"' },
    mode: "development",
    base: "./",
    build: {
      outDir: join(BUILT, framework, side),
      emptyOutDir: true,
      minify: side === "client",
      ssr: side === "server",
      rolldownOptions: {
        input: join(here, "app", `${framework}.${side}.${ends[framework]}`),
        output: { entryFileNames: "entry.js" },
      },
    },
    ...(side === "server" ? { ssr: { noExternal: true } } : {}),
  })
}

for (const framework of FRAMEWORKS) {
  for (const side of ["client", "server"] as const) await bundle(framework, side)
}
