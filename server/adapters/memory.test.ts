import * as vitest from "vitest"
import { runAdapterContract } from "../testing/adapter-contract.ts"
import { MemoryAdapter } from "./memory.ts"

vitest.describe("MemoryAdapter", () => runAdapterContract(MemoryAdapter(), {}, vitest))
