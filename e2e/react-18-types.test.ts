import { execFile } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { isLong } from "../server/test-kit/long.ts"
import { installPackages } from "./apps/packages.ts"

const ROOT = join(import.meta.dirname, "..")
const AT = join(ROOT, ".cache/react-18-types")
const REACT = join(ROOT, "e2e/apps/react-18/node_modules")
const NEXT = join(ROOT, "e2e/apps/next-14/node_modules/next")

test(`the package's declarations fit the types of React 18${isLong ? " and Next 14" : ""}`, async () => {
  if (isLong) installPackages("next-14")
  const compilerOptions = {
    ...{ strict: true, noEmit: true, jsx: "react-jsx", lib: ["dom", "dom.iterable", "esnext"], types: ["node"] },
    ...{ module: "esnext", moduleResolution: "bundler", target: "esnext", skipLibCheck: false },
    paths: {
      ...{ react: [`${REACT}/@types/react`], "react/*": [`${REACT}/@types/react/*`] },
      ...(isLong && { next: [NEXT], "next/*": [`${NEXT}/*`] }),
    },
  }
  await mkdir(AT, { recursive: true })
  const files = [join(ROOT, "e2e/apps/react-18/types.tsx")]
  await writeFile(join(AT, "tsconfig.json"), JSON.stringify({ compilerOptions, files }))
  const args = ["-p", AT, "--checkers", "1"]
  const compile = promisify(execFile)(join(ROOT, "node_modules/.bin/tsgo"), args, { cwd: ROOT })
  const { stdout } = (await compile.catch((error: unknown) => error)) as { stdout: string } // it exits with 2 for errors
  const errors = stdout.split("\n").filter((line) => /^\S+\(\d+,\d+\): error/.test(line))
  expect(errors.filter((line) => !/(^|\/)node_modules\//.test(line))).toEqual([]) // Next's own declarations have some
}, 120_000)
