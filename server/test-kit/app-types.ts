import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"

const ROOT = join(import.meta.dirname, "../..")
/** The app of Qwik has it, and the root doesn't. */
const QWIK = join(ROOT, "e2e/apps/qwik/node_modules/@builder.io/qwik/dist")
const OPTIONS = {
  ...{
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
  },
  ...{ target: "esnext", lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"], types: ["node", "vite/client"] },
  ...{ module: "esnext", moduleResolution: "bundler", jsx: "react-jsx", verbatimModuleSyntax: true },
  allowImportingTsExtensions: true,
  experimentalDecorators: true, // Nest
  paths: {
    "@builder.io/qwik": [join(QWIK, "core.d.ts")],
    "@builder.io/qwik/jsx-runtime": [join(QWIK, "core.d.ts")],
  },
}

/**
 * Compiles a folder below `.cache` as an app, against the declarations of the built package. To check the product's
 * sources with it would take four times as long.
 *
 * @param more further files
 * @returns the compiler's output: a line for each error
 */
export async function compileApp(folder: string, more: readonly string[] = []): Promise<string> {
  const config = { compilerOptions: OPTIONS, include: [".", ...more], exclude: [] }
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config))
  const args = ["-p", folder, "--checkers", "1"] // each checker repeats a part of the work, and other tests need a core
  const compile = promisify(execFile)(join(ROOT, "node_modules/.bin/tsgo"), args, { cwd: ROOT })
  const { stdout } = (await compile.catch((error: unknown) => error)) as { stdout: string } // it exits with 2 for errors
  return stdout
}
