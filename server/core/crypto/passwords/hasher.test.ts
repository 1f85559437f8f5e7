import { describe, expect, test, vi } from "vitest"
import { ALGORITHMS, findAlgorithm } from "./algorithms.ts"
import { createPasswordHasher, type PasswordFormat, type TypedPassword } from "./hasher.ts"
import { parsePhc } from "./phc.ts"
import { createHashQueue, eventLoopLoad, hashConcurrency, HashQueueFull } from "./queue.ts"
import { readPassword } from "./text.ts"
import { describeWith, run } from "../../../test-kit/programs.ts"
import { quickest } from "../../../test-kit/quickest.ts"

const client = { key: "192.0.2.1", known: false }
const FAST = { algorithm: "argon2id", params: { m: 1024, t: 1, p: 1 } } as const
const typed = (raw: string): TypedPassword => {
  const password = readPassword(raw)
  if (typeof password === "string") throw new Error(password)
  return password
}

describe("a password hash", () => {
  test("of another system with the same parameters is also tried with the text as it was typed (threat 463)", async () => {
    const hasher = createPasswordHasher({ hash: FAST })
    const decomposed = "cafe\u0301 au lait"
    // The other system didn't normalize
    const imported = await hasher.hash({ text: decomposed, raw: decomposed }, client)
    expect(await hasher.verify(typed(decomposed), imported, client)).toEqual({ matches: true, outdated: true })
    expect(await hasher.verify(typed("cafe\u0301 au lai"), imported, client)).toMatchObject({ matches: false })
    const own = await hasher.hash(typed(decomposed), client)
    expect(await hasher.verify(typed(decomposed), own, client)).toEqual({ matches: true, outdated: false })
    expect(await hasher.verify(typed(decomposed.normalize("NFC")), own, client)).toMatchObject({ matches: true })
  })

  test.each(["argon2id", "scrypt", "pbkdf2-sha256"] as const)("of %s matches only its password", async (algorithm) => {
    const hasher = createPasswordHasher({ hash: { algorithm } })
    const stored = await hasher.hash(typed("correct horse battery"), client)
    expect(stored).toMatch(
      {
        argon2id: /^\$argon2id\$v=19\$m=65536,t=3,p=1\$/,
        scrypt: /^\$scrypt\$ln=17,r=8,p=1\$/,
        "pbkdf2-sha256": /^\$pbkdf2-sha256\$i=600000\$/,
      }[algorithm],
    )
    expect(await hasher.verify(typed("correct horse battery"), stored, client)).toEqual({
      matches: true,
      outdated: false,
    })
    expect((await hasher.verify(typed("correct horse batterz"), stored, client)).matches).toBe(false)
  })

  test("has a new salt each time", async () => {
    const hasher = createPasswordHasher({ hash: FAST })
    expect(await hasher.hash(typed("one and the same"), client)).not.toBe(
      await hasher.hash(typed("one and the same"), client),
    )
  })

  test("of a lower cost still matches, and is outdated", async () => {
    const old = await createPasswordHasher({ hash: FAST }).hash(typed("correct horse"), client)
    const hasher = createPasswordHasher({ hash: { algorithm: "argon2id", params: { m: 2048, t: 1 } } })
    expect(await hasher.verify(typed("correct horse"), old, client)).toEqual({ matches: true, outdated: true })
  })

  test("is the same for both forms of an accented letter, and for no other text (threat 463)", async () => {
    const hasher = createPasswordHasher({ hash: FAST })
    const stored = await hasher.hash(typed("pass\u00e9 simple"), client)
    const matches = async (text: string) => (await hasher.verify(typed(text), stored, client)).matches
    expect(await matches("passe\u0301 simple")).toBe(true)
    for (const other of [
      "pass\u00e9 simple ",
      " pass\u00e9 simple",
      "pass\u00e9\u00a0simple",
      "PASS\u00c9 SIMPLE",
      "passe simple",
    ])
      expect(await matches(other), other).toBe(false)
  })

  test("from elsewhere is also tried with the text as it was typed (threat 463)", async () => {
    const decomposed = "pass\u0065\u0301 simple"
    const format: PasswordFormat = {
      name: "plain",
      matches: (stored) => stored.startsWith("plain:"),
      verify: async (password, stored) => stored === `plain:${password}`,
    }
    const hasher = createPasswordHasher({ hash: FAST, accepts: [format] })
    expect((await hasher.verify(typed(decomposed), `plain:${decomposed}`, client)).matches).toBe(true)
    expect((await hasher.verify(typed(decomposed), "plain:pass\u00e9 simple", client)).matches).toBe(true)
    const strict = createPasswordHasher({ hash: FAST })
    expect((await strict.verify(typed(decomposed), `plain:${decomposed}`, client)).matches).toBe(false)
  })

  test("rejects parameters that take too long", () => {
    expect(() => createPasswordHasher({ hash: { algorithm: "scrypt", params: { ln: 30 } } })).toThrow(/`hash.params`/)
  })
})

const salt = "c29tZXNhbHRzb21lc2FsdA"
const digest = "A".repeat(43)

describe("a malformed hash", () => {
  test.each([
    null,
    "",
    "*",
    "!",
    "undefined",
    "secret secret secret",
    "$2y$04$0000",
    "$argon2id$v=19$m=1024,t=1,p=1$$",
    `$argon2id$v=19$m=1024,t=1,p=1$${salt}$`,
    `$argon2id$v=19$m=1024,t=1,p=1$${salt}$AAAA`,
    `$argon2id$v=19$m=1024,t=1,p=1$${salt}`,
    `$argon2id$v=16$m=1024,t=1,p=1$${salt}$${digest}`,
    `$argon2id$m=1024,t=1,p=1$${salt}$${digest}`,
    `$argon2id$v=19$m=1024,t=1,p=1$${salt}$${digest}$scrypt$ln=4,r=8,p=1$${salt}$${digest}`,
    `$sha1$i=1$${salt}$${digest}`,
    `$__proto__$i=1$${salt}$${digest}`,
  ])("matches no password, and throws nothing: row %# (threat 459)", async (stored) => {
    const hasher = createPasswordHasher({ hash: FAST })
    for (const password of ["secret secret secret", "undefined", String(stored || "x").slice(0, 64)])
      expect(await hasher.verify(typed(password), stored, client)).toEqual({ matches: false, outdated: true })
    expect(hasher.isReadable(stored ?? "")).toBe(false)
  })

  test.each([
    `$scrypt$ln=40,r=8,p=1$${salt}$${digest}`,
    `$scrypt$ln=10,r=1000000000,p=1$${salt}$${digest}`,
    `$scrypt$ln=17,r=32,p=16$${salt}$${digest}`,
    `$argon2id$v=19$m=4194304,t=1,p=1$${salt}$${digest}`,
    `$argon2id$v=19$m=65536,t=1000000,p=1$${salt}$${digest}`,
    `$argon2id$v=19$m=65536,t=1,p=255$${salt}$${digest}`,
    `$pbkdf2-sha256$i=999999999$${salt}$${digest}`,
    `$pbkdf2-sha256$i=1000000000000$${salt}$${digest}`,
    `$pbkdf2-sha256$i=-1$${salt}$${digest}`,
    `$pbkdf2-sha256$i=1,i=2$${salt}$${digest}`,
    `$pbkdf2-sha256$i=01$${salt}$${digest}`,
    `$pbkdf2-sha256$i=1.5$${salt}$${digest}`,
    `$pbkdf2-sha256$i=1e3$${salt}$${digest}`,
    `$pbkdf2-sha256$i=1$${salt}==$${digest}`,
    `$pbkdf2-sha256$i=1$${"A".repeat(1_000_000)}$${digest}`,
    `$pbkdf2-sha256$i=1,x=2$${salt}$${digest}`,
  ])("does no work if a parameter is out of bounds: row %# (threat 460)", async (stored) => {
    const parsed = parsePhc(stored)
    expect(parsed && findAlgorithm(parsed)).toBeUndefined()
    const hasher = createPasswordHasher({ hash: FAST })
    expect((await hasher.verify(typed("anything at all"), stored, client)).matches).toBe(false)
  })

  test.each([
    ["argon2id", { m: 262_144, t: 1, p: 1 }, { m: 262_145, t: 1, p: 1 }],
    ["scrypt", { ln: 17, r: 16, p: 1 }, { ln: 18, r: 16, p: 1 }],
  ])("of %s never takes more than 256 MiB (threat 460)", (id, most, more) => {
    const algorithm = ALGORITHMS.find((one) => one.id === id) ?? expect.fail(id)
    expect([algorithm.isBounded(most), algorithm.isBounded(more)]).toEqual([true, false])
    expect(algorithm.memory(most)).toBeLessThanOrEqual(256 * 1024 * 1024)
  })

  test("costs one hash of the current cost, as every other does (threat 456)", async () => {
    const algorithm = ALGORITHMS.find(({ id }) => id === "argon2id")
    if (!algorithm) throw new Error("argon2id is missing")
    const hasher = createPasswordHasher({ hash: FAST })
    const stored = await hasher.hash(typed("correct horse"), client)
    const derive = vi.spyOn(algorithm, "derive")
    try {
      for (const found of [null, "*", stored]) await hasher.verify(typed("wrong horse"), found, client)
      expect(derive.mock.calls.map(([, { params }]) => params)).toEqual([FAST.params, FAST.params, FAST.params])
      derive.mockClear()
      const accepts: PasswordFormat[] = [{ name: "old", matches: () => true, verify: async () => false }]
      await createPasswordHasher({ hash: FAST, accepts }).verify(typed("wrong horse"), "$old$", client)
      expect(derive.mock.calls.map(([, { params }]) => params)).toEqual([FAST.params]) // and its own check on top
    } finally {
      derive.mockRestore()
    }
  })
})

describe("a typed password", () => {
  test("has no NUL and no lone surrogate (threats 458 and 463)", () => {
    for (const text of ["\0", "\0secret", "secret\0", "secret\0\0", "\ud800secret", ""])
      expect(readPassword(text), JSON.stringify(text)).toBe("PasswordInvalid")
  })

  test("has at most 128 code points, before and after it is normalized (threat 464)", async () => {
    expect(readPassword("😀".repeat(128))).toMatchObject({ text: "😀".repeat(128) })
    expect(readPassword("a".repeat(129))).toBe("PasswordTooLong")
    // U+FB2C becomes three code points
    expect(readPassword("\ufb2c".repeat(128))).toBe("PasswordTooLong")
    const long = "\ufb2c".repeat(5_000_000)
    expect(readPassword(long)).toBe("PasswordTooLong")
    expect(await quickest(() => readPassword(long))).toBeLessThan(5)
  })
})

describe("the queue of hashes", () => {
  const limits = { concurrency: 1, capacity: 4, unknownCapacity: 3, perClient: 2 }
  const turnstile = () => {
    const open: (() => void)[] = []
    return { open, wait: () => new Promise<void>((resolve) => void open.push(resolve)) }
  }

  test("lets clients take turns (threat 465)", async () => {
    const queue = createHashQueue(limits)
    const { open, wait } = turnstile()
    const order: string[] = []
    const started = ["first", "busy", "busy", "other"].map((key) =>
      queue.run({ key, known: false }, () => (order.push(key), wait())),
    )
    while (order.length < started.length || open.length > 0) {
      open.shift()?.()
      await new Promise(setImmediate)
    }
    await Promise.all(started)
    expect(order).toEqual(["first", "busy", "other", "busy"])
  })

  test("rejects beyond its bounds, and keeps places for known browsers (threat 465)", async () => {
    const queue = createHashQueue(limits)
    const { open, wait } = turnstile()
    const run = (key: string, known = false) => queue.run({ key, known }, wait)
    const accepted = [run("a"), run("b"), run("b"), run("c")]
    await expect(run("b")).rejects.toBeInstanceOf(HashQueueFull)
    await expect(run("d")).rejects.toBeInstanceOf(HashQueueFull)
    const known = run("d", true)
    await expect(run("e", true)).rejects.toBeInstanceOf(HashQueueFull)
    const all = Promise.all([...accepted, known]).then(() => "done")
    for (;;) {
      await new Promise(setImmediate)
      const next = open.shift()
      if (!next) break
      next()
    }
    expect(await all).toBe("done")
    expect(await queue.run({ key: "d", known: false }, async () => "free again")).toBe("free again")
  })

  test("goes on after a hash that failed", async () => {
    const queue = createHashQueue(limits)
    await expect(queue.run(client, () => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory")
    expect(await queue.run(client, async () => 1)).toBe(1)
  })

  test("leaves cores, threads and memory to the rest of the app (threat 465)", () => {
    const MIB = 1024 * 1024
    const host = (cores: number, threads?: string) => ({
      navigator: { hardwareConcurrency: cores },
      process: { env: { UV_THREADPOOL_SIZE: threads } },
    })
    const atOnce = (memory: number, on: ReturnType<typeof host>, load = 0) => hashConcurrency(memory, on, () => load)()
    expect(atOnce(64 * MIB, host(2))).toBe(2)
    expect(atOnce(64 * MIB, host(16))).toBe(3)
    expect(atOnce(64 * MIB, host(16, "32"))).toBe(4)
    expect(atOnce(128 * MIB, host(16))).toBe(2)
    expect(atOnce(512 * MIB, host(1))).toBe(1)
    const busy = 0.9
    expect([host(1), host(2), host(4), host(16)].map((on) => atOnce(64 * MIB, on, busy))).toEqual([1, 1, 3, 3])
  })

  test("computes fewer at once while the event loop is busy, and more again afterwards (threat 465)", async () => {
    const host = { places: 2, running: 0 }
    const queue = createHashQueue({ ...limits, capacity: 9, unknownCapacity: 9, concurrency: () => host.places })
    const { open, wait } = turnstile()
    const run = async () => {
      host.running++
      await wait()
      host.running--
    }
    const all = ["a", "b", "c", "d", "e", "f"].map((key) => queue.run({ key, known: false }, run))
    const finishOne = async () => {
      open.shift()?.()
      await new Promise(setImmediate)
      return host.running
    }
    await new Promise(setImmediate)
    expect(host.running).toBe(2)
    host.places = 1
    expect([await finishOne(), await finishOne()]).toEqual([1, 1])
    host.places = 2
    expect([await finishOne(), await finishOne()]).toEqual([2, 2])
    expect([await finishOne(), await finishOne()]).toEqual([1, 0])
    await Promise.all(all)
  })

  test("measures the event loop over the last 50 ms or more", () => {
    const at = { active: 0, idle: 0 }
    const load = eventLoopLoad({ eventLoopUtilization: () => ({ ...at }) })
    const after = (active: number, idle: number) => {
      Object.assign(at, { active: at.active + active, idle: at.idle + idle })
      return load()
    }
    expect([after(49, 0), after(1, 0), after(20, 0), after(0, 80), after(25, 75)]).toEqual([0, 1, 1, 0.2, 0.25])
    expect(eventLoopLoad({})()).toBe(0)
  })
})

describeWith(["argon2"], () => {
  test("agrees with Latchkit, in both directions", async () => {
    const print = (salt: string, form: "-e" | "-r") =>
      run("argon2", [salt, "-id", "-t", "2", "-m", "10", "-p", "1", "-l", "32", form], "pässword-1")
    const hasher = createPasswordHasher({ hash: { algorithm: "argon2id", params: { m: 1024, t: 2, p: 1 } } })
    const stored = print("somesaltsomesalt", "-e") ?? ""
    expect(await hasher.verify(typed("pässword-1"), stored, client)).toEqual({ matches: true, outdated: false })
    const algorithm = ALGORITHMS.find(({ id }) => id === "argon2id")
    const salt = new TextEncoder().encode("somesaltsomesalt")
    const ours = await algorithm?.derive("pässword-1", { params: { m: 1024, t: 2, p: 1 }, salt, length: 32 })
    expect(Buffer.from(ours ?? []).toString("hex")).toBe(print("somesaltsomesalt", "-r"))
  })
})

describeWith(["openssl"], () => {
  test.each([
    ["scrypt", { ln: 10, r: 8, p: 16 }, ["-kdfopt", "n:1024", "-kdfopt", "r:8", "-kdfopt", "p:16", "SCRYPT"]],
    ["pbkdf2-sha256", { i: 1000 }, ["-kdfopt", "digest:SHA256", "-kdfopt", "iter:1000", "PBKDF2"]],
  ])("agrees with Latchkit on %s", async (id, params, options) => {
    const args = ["kdf", "-keylen", "32", "-kdfopt", "pass:password", "-kdfopt", "salt:saltsaltsaltsalt", ...options]
    const expected = run("openssl", args)?.replaceAll(":", "").toLowerCase()
    const algorithm = ALGORITHMS.find((found) => found.id === id)
    const salt = new TextEncoder().encode("saltsaltsaltsalt")
    const ours = await algorithm?.derive("password", { params, salt, length: 32 })
    expect(Buffer.from(ours ?? []).toString("hex")).toBe(expected)
  })
})
