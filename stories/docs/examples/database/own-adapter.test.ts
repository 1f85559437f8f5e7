import { runAdapterContract } from "latchkit/testing"
import * as vitest from "vitest"
import { OwnAdapter } from "./own-adapter.ts"

runAdapterContract(OwnAdapter(), {}, vitest) // or `import * as runner from "node:test"`
