import type * as NodeCrypto from "node:crypto"

interface BuiltinModules {
  process?: { getBuiltinModule?: (id: string) => unknown }
}

/**
 * Loads a module of Node at run time, so that no bundle for another runtime contains an import of it. Returns `undefined`
 * outside Node. Next's Edge runtime has `getBuiltinModule` too, and throws when it is called.
 */
export function builtinModule(id: `node:${string}`): unknown {
  try {
    return (globalThis as BuiltinModules).process?.getBuiltinModule?.(id)
  } catch {
    return undefined
  }
}

/** `node:crypto`, where the runtime has it: its synchronous decryption takes a third of Web Crypto's time. */
export const nodeCrypto = builtinModule("node:crypto") as typeof NodeCrypto | undefined // the module's own type
