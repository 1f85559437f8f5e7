import { describe } from "vitest"
import { OPEN_HOSTED } from "../apps/authjs/hosted-adapters.ts"
import { authjsSuite } from "./authjs-suite.ts"

describe.each(Object.entries(OPEN_HOSTED))("%s, unmodified", (name, open) => authjsSuite(name, open))
