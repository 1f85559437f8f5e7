import { execFile } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"

const ROOT = join(import.meta.dirname, "..")
const AT = join(ROOT, ".cache/react-18-types")
const PACKAGES = join(ROOT, "e2e/apps/next-14/node_modules")

test("the package's declarations fit the types of React 18 and Next 14", async () => {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, jsx: "react-jsx", lib: ["dom", "dom.iterable", "esnext"], types: ["node"] },
    ...{ module: "esnext", moduleResolution: "bundler", target: "esnext", skipLibCheck: false },
    paths: {
      ...{ react: [`${PACKAGES}/@types/react`], "react/*": [`${PACKAGES}/@types/react/*`] },
      ...{ next: [`${PACKAGES}/next`], "next/*": [`${PACKAGES}/next/*`] },
    },
  }
  await mkdir(AT, { recursive: true })
  const files = [join(ROOT, "e2e/apps/next-14/types.tsx")]
  await writeFile(join(AT, "tsconfig.json"), JSON.stringify({ compilerOptions, files }))
  const compile = promisify(execFile)(join(ROOT, "node_modules/.bin/tsgo"), ["-p", AT], { cwd: ROOT })
  const { stdout } = (await compile.catch((error: unknown) => error)) as { stdout: string } // it exits with 2 for errors
  const errors = stdout.split("\n").filter((line) => /^\S+\(\d+,\d+\): error/.test(line))
  expect(errors.filter((line) => !line.includes("/node_modules/"))).toEqual([]) // Next's own declarations have some
}, 120_000)
