import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { Miniflare } from "miniflare"
import type { WorkerCall } from "./d1-worker.ts"

interface WorkerOptions {
  /** Other packages in the place of those that are imported. @default none */
  alias?: Record<string, string>
  /** The folder of the database's files. @default in memory */
  folder?: string
}

/** Starts the Worker of `d1-worker.ts` in workerd. */
export async function startWorker({ alias = {}, folder }: WorkerOptions = {}): Promise<Miniflare> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("d1-worker.ts", import.meta.url))],
    ...{ bundle: true, format: "esm", platform: "browser", write: false, external: ["node:*"], alias },
  })
  return new Miniflare({
    modules: [{ type: "ESModule", path: "index.mjs", contents: outputFiles[0]?.text ?? "" }],
    compatibilityDate: "2026-07-01",
    compatibilityFlags: ["nodejs_compat"], // for the rules' `node:assert`
    d1Databases: { DB: "app" },
    ...(folder !== undefined && { d1Persist: folder }),
  })
}

/** Sends a call to the Worker, and returns its result. */
export async function dispatchTo(worker: Miniflare, call: WorkerCall): Promise<unknown> {
  const response = await worker.dispatchFetch("http://app.test/", { method: "POST", body: JSON.stringify(call) })
  const { result, error } = (await response.json()) as { result?: unknown; error?: string } // of the worker beside this file
  if (error !== undefined) throw new Error(error)
  return result
}

/** Returns a D1 binding whose statements the Worker runs. Miniflare's own proxy is many times slower. */
export function bindingIn(worker: Miniflare): object {
  const send = (
    method: NonNullable<WorkerCall["method"]>,
    statements: readonly { text: string; values: readonly unknown[] }[],
  ) => dispatchTo(worker, { run: "statements", method, statements })
  const statement = (text: string, values: readonly unknown[]): object => ({
    text,
    values,
    bind: (...bound: unknown[]) => statement(text, bound),
    all: () => send("all", [{ text, values }]),
    run: () => send("run", [{ text, values }]),
    raw: () => send("raw", [{ text, values }]),
  })
  return {
    prepare: (text: string) => statement(text, []),
    batch: (statements: readonly { text: string; values: readonly unknown[] }[]) => send("batch", statements),
  }
}
