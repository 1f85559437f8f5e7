import type * as NodeCrypto from "node:crypto"

interface BuiltinModules {
  process?: { getBuiltinModule?: (id: string) => unknown }
}

/**
 * Loads a Node module at run time, so that a bundle for another runtime doesn't import it. Returns `undefined` outside
 * Node. The Edge runtime of Next also has `getBuiltinModule`, but it throws.
 */
export function builtinModule(id: `node:${string}`): unknown {
  try {
    return (globalThis as BuiltinModules).process?.getBuiltinModule?.(id)
  } catch {
    return undefined
  }
}

/** Returns whether this is workerd, the runtime of Cloudflare Workers. */
export const isWorkerd = (): boolean =>
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === "Cloudflare-Workers"

/** `node:crypto`, if the runtime has it. Its synchronous decryption takes a third of Web Crypto's time. */
export const nodeCrypto = builtinModule("node:crypto") as typeof NodeCrypto | undefined // the module's own type
