import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, test } from "vitest"
import type { Opened } from "../apps/authjs/adapters.ts"
import { installPackages } from "../apps/packages.ts"
import { NEON_FAILS_WITH_KEYS } from "./authjs-hosted-fails.ts"
import { authjsSuite } from "./authjs-suite.ts"

interface HostedAdapters {
  OPEN_HOSTED: Record<string, () => Promise<Opened>>
  openNeon(extra?: string): Promise<Opened>
}

installPackages("authjs/hosted") // they are heavy: only the long run has them
const folder = join(import.meta.dirname, "../apps/authjs/hosted")
const { OPEN_HOSTED, openNeon } = (await import(join(folder, "adapters.ts"))) as HostedAdapters

describe.each(Object.entries(OPEN_HOSTED))("%s, unmodified", (name, open) => authjsSuite(name, open))

const page = readFileSync(new URL("../../stories/docs/authjs-adapters.mdx", import.meta.url), "utf8")
const uniqueKeys = /<<'SQL'\n(create unique index[\s\S]*?)SQL\n/.exec(page)?.[1] ?? ""

describe("@auth/neon-adapter with the unique keys of the documentation", () =>
  authjsSuite("with keys", () => openNeon(uniqueKeys), { fails: NEON_FAILS_WITH_KEYS }))

test("the types of these adapters fit", () => execFileSync("tsgo", ["-p", folder], { encoding: "utf8" }))
