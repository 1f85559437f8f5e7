import { readFileSync } from "node:fs"
import { describe } from "vitest"
import { openNeon, OPEN_HOSTED } from "../apps/authjs/hosted-adapters.ts"
import { NEON_FAILS_WITH_KEYS } from "./authjs-hosted-fails.ts"
import { authjsSuite } from "./authjs-suite.ts"

describe.each(Object.entries(OPEN_HOSTED))("%s, unmodified", (name, open) => authjsSuite(name, open))

const page = readFileSync(new URL("../../stories/docs/authjs-adapters.mdx", import.meta.url), "utf8")
const uniqueKeys = /<<'SQL'\n(create unique index[\s\S]*?)SQL\n/.exec(page)?.[1] ?? ""

describe("@auth/neon-adapter with the unique keys of the documentation", () =>
  authjsSuite("with keys", () => openNeon(uniqueKeys), { fails: NEON_FAILS_WITH_KEYS }))
