type ContextValues = ReadonlyMap<object, unknown>

/** The part of AsyncLocalStorage that is used here. */
interface ContextStorage {
  getStore(): ContextValues | undefined
  run<T>(values: ContextValues, run: () => T): T
}

type StorageClass = new () => ContextStorage

interface Runtime {
  AsyncLocalStorage?: StorageClass
  process?: { getBuiltinModule?: (id: string) => { AsyncLocalStorage?: StorageClass } | undefined }
}

const memo: { storage?: ContextStorage } = {} // created with the first value, so that a lookup before that costs one comparison

/** Returns the value that {@link runWithContext} set for `key` around the current call, or `undefined`. */
export function contextValue<Value extends object>(key: object): Value | undefined {
  return memo.storage?.getStore()?.get(key) as Value | undefined // the value that `runWithContext` got for this key
}

/** Calls `run`. Within it, {@link contextValue} returns `value` for `key`, also after each `await`. */
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

// Looked up at run time, so that a bundle for another runtime doesn't import it
function storageClass(): StorageClass | undefined {
  const { AsyncLocalStorage: own, process } = globalThis as Runtime
  if (own) return own
  try {
    return process?.getBuiltinModule?.("node:async_hooks")?.AsyncLocalStorage
  } catch {
    return undefined // the Edge runtime of Next has the function, but it throws
  }
}
