import type * as NodeCrypto from "node:crypto"

interface BuiltinModules {
  process?: { getBuiltinModule?: (id: string) => unknown }
}

/**
 * `node:crypto` where the runtime has it: one synchronous decryption there takes a third of Web Crypto's time.
 * Asked for at run time, so that no bundle for another runtime holds an import of it.
 */
export const nodeCrypto = (globalThis as BuiltinModules).process?.getBuiltinModule?.("node:crypto") as
  typeof NodeCrypto | undefined // the module's own type: getBuiltinModule answers unknown
