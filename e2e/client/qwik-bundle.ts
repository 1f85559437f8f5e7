import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const here = import.meta.dirname
const root = join(here, "../apps/qwik")

// Qwik 1 wants a Vite of its own, which its app has
const load = (name: string): Promise<unknown> =>
  import(pathToFileURL(createRequire(join(root, "package.json")).resolve(name)).href)

interface Vite {
  build(config: object): Promise<unknown>
}

interface Optimizer {
  qwikVite(options: object): object
}

/** Builds the page of Qwik for the browser and for the server. */
export async function bundleQwik(out: string): Promise<void> {
  const { build } = (await load("vite")) as Vite // both are their packages' own
  const { qwikVite } = (await load("@builder.io/qwik/optimizer.mjs")) as Optimizer
  const plugin = () =>
    qwikVite({
      srcDir: here,
      client: { input: join(here, "app/qwik.tsx"), outDir: join(out, "client") },
      ssr: { input: join(here, "app/qwik.server.tsx"), outDir: join(out, "server/qwik") },
    })
  const common = { root, base: "/qwik/", configFile: false, logLevel: "error" }
  await build({ ...common, plugins: [plugin()] })
  await build({
    ...common,
    plugins: [plugin()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: join(out, "server/qwik"),
      rollupOptions: { input: join(here, "app/qwik.server.tsx"), output: { entryFileNames: "entry.js" } },
    },
  })
}
