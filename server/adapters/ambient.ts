type ContextValues = ReadonlyMap<object, unknown>

/** What is used of AsyncLocalStorage. */
interface ContextStorage {
  getStore(): ContextValues | undefined
  run<T>(values: ContextValues, run: () => T): T
}

type StorageClass = new () => ContextStorage

interface Runtime {
  AsyncLocalStorage?: StorageClass
  process?: { getBuiltinModule?: (id: string) => { AsyncLocalStorage?: StorageClass } | undefined }
}

const memo: { storage?: ContextStorage } = {} // made with the first value: until then a lookup costs one comparison

/** Returns the value that {@link runWithContext} set for `key` around the present call, or `undefined`. */
export function contextValue<Value extends object>(key: object): Value | undefined {
  return memo.storage?.getStore()?.get(key) as Value | undefined // what `withAmbient` was given for this key
}

/** Runs `run`, in which {@link contextValue} returns `value` for `key`, also after each `await`. */
export function runWithContext<T>(key: object, value: object, run: () => T): T {
  const Storage = storageClass()
  if (!Storage) throw new TypeError("This runtime has no AsyncLocalStorage")
  const storage = (memo.storage ??= new Storage())
  return storage.run(new Map([...(storage.getStore() ?? []), [key, value]]), run)
}

/** Returns whether this runtime has AsyncLocalStorage, which {@link runWithContext} requires. */
export function hasContext(): boolean {
  return storageClass() !== undefined
}

// Looked up at run time, so that a bundle for another runtime has no import of it
function storageClass(): StorageClass | undefined {
  const { AsyncLocalStorage: own, process } = globalThis as Runtime
  if (own) return own
  try {
    return process?.getBuiltinModule?.("node:async_hooks")?.AsyncLocalStorage
  } catch {
    return undefined // Next's Edge runtime has the function, which throws
  }
}
