import { readFile } from "node:fs/promises"
import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { build } from "vite"

const apps = join(import.meta.dirname, "../apps")
// Each worker builds its own copy, so that it never reads another's incomplete file
const out = join(
  import.meta.dirname,
  "../../node_modules/.cache/latchkit/replay",
  process.env["TEST_PARALLEL_INDEX"] ?? "0",
)

/** The pages and their published clients. */
const PAGES = {
  "next-auth": "authjs/next-auth.tsx",
  "next-auth-4": "next-auth-4/page.tsx",
  sveltekit: "authjs/sveltekit.ts",
} as const

export type PageName = keyof typeof PAGES

/** Builds a page with its published client, and returns its script. */
export async function buildScript(name: PageName): Promise<string> {
  await build({
    configFile: false,
    logLevel: "error",
    plugins: [react()],
    define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
    resolve: { alias: { $app: join(apps, "authjs/stand-in") } },
    build: {
      outDir: join(out, name),
      emptyOutDir: true,
      rolldownOptions: { input: join(apps, PAGES[name]), output: { entryFileNames: "entry.js" } },
    },
  })
  return readFile(join(out, name, "entry.js"), "utf8")
}
