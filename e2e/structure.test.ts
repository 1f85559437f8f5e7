import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import ts from "typescript"
import { describe, expect, test } from "vitest"
import { FOLDERS, repositoryFiles, TOP_FILES } from "./tools/repository-files.ts"

const files = repositoryFiles()
const sources = files.filter((file) => /^(client|components|server)\/.*\.(tsx?|svelte)$/.test(file))
const shipped = sources.filter(
  (file) => !/\.(test|test-d|stories|fixture)\.|\/(testing|test-kit)\/|\/fixtures\//.test(file),
)

interface Source {
  file: string
  text: string
  tree: ts.SourceFile
  imports: string[]
}

/** Parses a file, or the scripts of a Svelte component. */
function parse(file: string): Source {
  const whole = readFileSync(file, "utf8")
  const text = file.endsWith(".svelte")
    ? [...whole.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, body]) => body).join("\n")
    : whole
  const kind = file.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  return {
    file,
    text,
    tree,
    imports: imports.map((name) => (name.startsWith(".") ? normalize(join(dirname(file), name)) : name)),
  }
}

const parsed = shipped.map(parse)
const local = new Set(shipped)

/** Each part, and the parts it may import. */
const PARTS: [part: RegExp, allowed: RegExp][] = [
  [/^client\//, /^client\//],
  [/^components\/.*\.view\.ts$/, /^(client\/|components\/(view|theme)\/(?!markup\/)|components\/.*\.view\.ts$)/],
  [/^components\/.*\.markup\.ts$/, /^components\/((view|theme)\/|.*\.(view|markup)\.ts$)/],
  [/^components\//, /^(client|components)\//],
  [/^server\/integrations\/qwik\/index\.ts$/, /^(client\/(index\.ts|session\.qwik\.tsx|accounts\.qwik\.ts)$|server\/)/], // one import for the browser and the server
  // Entry points load the module that apps augment
  [
    /^server\/(index|integrations\/[\w-]+\/(index|types))\.ts$/,
    /^(server\/|client\/(contract|protocol|account-contract|forms|index)\.ts$)/,
  ],
  [
    /^server\//,
    /^(server\/|client\/(contract|protocol|account-contract|forms)\.ts$|components\/(html|view|theme)\/|components\/[\w-]+\/(sections\/)?[\w-]+\.(view|markup)\.ts$)/,
  ],
]

/** The server's rooms in order. A room imports only those before it. */
const ROOMS = [
  ...["core/crypto", "core/cookies", "providers", "adapters", "oauth", "core/config", "core/request", "core/emails"],
  ...["core/proofs", "core/users", "core/limits", "core/sessions", "core/pages", "core/mailbox", "core/methods"],
  ...["core/steps", "core/sign-in", "core/sign-out", "core/failures"],
  ...["features", "service", "cli", "integrations", "migrate", "testing"],
]

/** Each feature, and the features that it imports. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  "access-tokens": [],
  account: ["password"],
  administration: [],
  credentials: [],
  "device-bound": [],
  fedcm: [],
  "native-apps": [],
  oauth: [],
  "open-id": [],
  passkeys: [],
  password: [],
  "several-accounts": [],
  "sign-up": ["passkeys", "password"],
  "step-up": ["open-id"],
  "stored-users": [],
  theme: [],
  "two-step": [],
}

/** The server's own files. Every room may import the leaves. */
const LEAVES = ["arguments.ts", "errors.ts", "lazy.ts", "types.ts", "logger.ts"]
const ENTRIES = ["feature.ts", "features.ts", "index.ts", "jwt.ts", "brings.ts", "brings.worker.ts"]

/** The packages that the build bundles, and the files that may import them. */
const BUNDLED: Readonly<Record<string, readonly string[]>> = {
  psl: ["server/core/config/public-suffixes.ts"],
  "@simplewebauthn/server": ["server/providers/passkey-library.ts", "server/test-kit/authenticator.ts"],
}

const NODE_IMPORTS_ALLOWED =
  /^server\/(adapters\/sql|integrations\/express|providers\/email|cli|core\/crypto\/(node|keyring))/

/** Every node of a tree, depth first. */
function* walk(node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren()) yield* walk(child)
}

/** Returns how many lines of a file aren't empty or a comment. */
const codeLines = (text: string): number =>
  text
    .replaceAll(/^ *\/\*\*[\s\S]*?\*\//gm, "")
    .split("\n")
    .filter((line) => !/^\s*(\/\/|$)/.test(line)).length

function findings(check: (source: Source) => string[]): string[] {
  return parsed.flatMap((source) => check(source).map((found) => `${source.file}: ${found}`))
}

describe("the repository", () => {
  test("has only the known files and folders at the top", () => {
    const top = new Set(files.map((file) => file.split("/")[0] ?? ""))
    const strange = [...top].filter((name) => !name.startsWith(".") && ![...FOLDERS, ...TOP_FILES].includes(name))
    expect(strange).toEqual([])
  })

  test("has no folder for miscellaneous code", () => {
    expect(shipped.filter((file) => /\/(shared|lib|common|utils|helpers)\//.test(file))).toEqual([])
  })

  test("imports only packages that are installed with it, or an optional one of `peerDependenciesMeta`", () => {
    const { dependencies, peerDependenciesMeta } = JSON.parse(readFileSync("package.json", "utf8"))
    const known = new Set(Object.keys({ ...dependencies, ...peerDependenciesMeta }))
    const packageName = (name: string) => name.split("/", name.startsWith("@") ? 2 : 1).join("/")
    const wrong = findings(({ file, imports }) =>
      imports.filter((name) => {
        if (/^(node:|\$|(client|components|server)\/)/.test(name)) return false
        if (known.has(packageName(name)) || BUNDLED[packageName(name)]?.includes(file)) return false
        // The client of next-auth 4 uses the app's copy of React's client, because an app must have only one
        if (file === "server/migrate/next-auth-4/react.ts" && name === "latchkit/react") return false
        return !(file === "server/cli/database.ts" && ["pg", "mysql2"].includes(name)) // the app's own database driver
      }),
    )
    expect(wrong).toEqual([])
  })

  test("uses every package that it installs for its users", () => {
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"))
    const used = new Set(parsed.flatMap(({ imports }) => imports))
    const isUsed = (name: string) => [...used].some((path) => path === name || path.startsWith(`${name}/`))
    expect(Object.keys(dependencies).filter((name) => !isUsed(name))).toEqual([])
  })

  test("imports only the parts that a part may import", () => {
    const wrong = findings(({ file, imports }) =>
      imports.filter((path) => {
        if (!/^(client|components|server)\//.test(path)) return false
        const allowed = PARTS.find(([part]) => part.test(file))?.[1]
        return allowed !== undefined && !allowed.test(path)
      }),
    )
    expect(wrong).toEqual([])
  })

  test("has the rooms of the server in one order, counting types and import()", () => {
    const inServer = parsed.filter(({ file }) => file.startsWith("server/"))
    const rooms = new Set(inServer.map(({ file }) => roomName(file)).filter((room) => room !== ""))
    expect([...rooms].toSorted()).toEqual(ROOMS.filter((room) => room !== "testing").toSorted())
    const own = inServer.map(({ file }) => file.slice("server/".length)).filter((file) => !file.includes("/"))
    expect(own.toSorted()).toEqual([...LEAVES, ...ENTRIES].toSorted())
    const wrong = inServer.flatMap(({ file, imports }) => {
      const at = ROOMS.indexOf(roomName(file))
      const isEarlier = (path: string) => ROOMS.indexOf(roomName(path)) <= at
      const others = imports.filter((path) => path.startsWith("server/") && roomName(path) !== "" && at !== -1)
      const hint = (path: string) => (isFeature(path) ? ". Give a feature's row a part that this room declares" : "")
      return others.filter((path) => !isEarlier(path)).map((path) => `${file}: ${path} is in a later room${hint(path)}`)
    })
    expect(wrong).toEqual([])
  })

  test("has a folder for each row of FEATURES, and imports exactly the features that its row lists", () => {
    const inFeatures = parsed.filter(({ file }) => isFeature(file))
    const edges = inFeatures.flatMap(({ file, imports }) =>
      imports.map((path) => [featureName(file) ?? "", featureName(path) ?? "", `${file}: ${path}`] as const),
    )
    const between = edges.filter(([own, other]) => other !== "" && other !== own)
    const unlisted = between.filter(([own, other]) => !FEATURES[own]?.includes(other))
    expect(unlisted.map(([own, other, line]) => `${line}. List ${other} at ${own}, or don't import it`)).toEqual([])
    const importedBy = (name: string) => new Set(between.filter(([own]) => own === name).map(([, other]) => other))
    const actual = edges.map(([own]) => [own, [...importedBy(own)].toSorted()])
    expect(Object.fromEntries(actual)).toEqual(FEATURES)
  })

  test("has no cycle between features: move what both need to a room of the core, or give the row a part for it", () => {
    expect(findCycles(new Map(Object.entries(FEATURES)))).toEqual([])
  })

  test("has each integration of a framework in the lists of all frameworks", () => {
    const folders = new Set(files.flatMap((file) => /^server\/integrations\/([\w-]+)\//.exec(file)?.[1] ?? []))
    const frameworks = [...folders].filter((name) => !["node", "opentelemetry", "webhooks"].includes(name))
    const missing = frameworks.flatMap((name) =>
      [
        ["server/test-kit/framework-apps.ts", `integrations/${name}/`],
        ["e2e/frameworks/frameworks.ts", `name: "${name}"`],
        ["e2e/tools/reference/framework-functions.ts", `"latchkit/${name}"`],
      ].filter(([file = "", row = ""]) => !readFileSync(file, "utf8").includes(row)),
    )
    expect(missing).toEqual([])
  })

  test("has no import cycle, counting types and import()", () => {
    const graph = new Map(parsed.map(({ file, imports }) => [file, imports.filter((path) => local.has(path))]))
    expect(findCycles(graph)).toEqual([])
  })

  test("imports no Node module in the core", () => {
    expect(
      findings(({ file, tree }) =>
        NODE_IMPORTS_ALLOWED.test(file) ? [] : valueImports(file, tree).filter((path) => path.startsWith("node:")),
      ),
    ).toEqual([])
  })
})

/** Returns the room of a server's file: its folder, or the one below `core`. Empty for the server's own files. */
function roomName(file: string): string {
  const [, top = "", below = ""] = file.split("/")
  if (top.endsWith(".ts")) return ""
  return top === "core" ? `core/${below}` : top
}

const featureName = (file: string): string | undefined => /^server\/features\/([^/]+)/.exec(file)?.[1]
const isFeature = (file: string): boolean => featureName(file) !== undefined

/** Returns every cycle of a graph, as a line of its nodes. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (node: string, trail: string[]) => {
    if (trail.includes(node)) cycles.push([...trail.slice(trail.indexOf(node)), node].join(" → "))
    if (trail.includes(node) || done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

// Types are erased, so an import of a Node type is fine
function valueImports(file: string, tree: ts.SourceFile): string[] {
  return tree.statements
    .filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
    .filter(
      (statement) =>
        !(ts.isImportDeclaration(statement)
          ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
          : statement.isTypeOnly),
    )
    .map(({ moduleSpecifier }) => (moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ""))
    .map((name) => (name.startsWith(".") ? normalize(join(dirname(file), name)) : name))
}

describe("every file", () => {
  test("has no any, no non-null assertion and no compiler directive", () => {
    expect(
      findings(({ tree, text }) => [
        ...[...walk(tree)]
          .filter((node) => node.kind === ts.SyntaxKind.AnyKeyword || ts.isNonNullExpression(node))
          .map((node) => node.getText()),
        ...(text.match(/@ts-(ignore|expect-error|nocheck)/g) ?? []),
      ]),
    ).toEqual([])
  })

  test("writes the properties themselves instead of spreading an object literal", () => {
    const spread = (node: ts.Node) => ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)
    expect(findings(({ tree }) => [...walk(tree)].filter(spread).map((node) => node.getText()))).toEqual([])
  })

  test("names a constant after the thing, such as `storedUser`, and not with a bare participle", () => {
    const bare = /^(found|kept|held|known|taken|asked|sent|given|seen|said|left|lost|put|done|made|wanted|used|opened)$/
    const isNamed = ({ file }: Source) => /^(client|components|server\/(?!testing\/|test-kit\/|migrate\/))/.test(file)
    const constant = (node: ts.Node) => (ts.isVariableDeclaration(node) ? node.name.getText() : "")
    expect(
      findings((source) =>
        isNamed(source) ? [...walk(source.tree)].map(constant).filter((name) => bare.test(name)) : [],
      ),
    ).toEqual([])
  })

  test("asks a named rule of `server/core/config/rules.ts`, and not for the preset", () => {
    const asks = (node: ts.Node) =>
      ts.isPropertyAccessExpression(node)
        ? node.name.text === "compat"
        : ts.isBindingElement(node) && node.getText() === "compat"
    const inCore = ({ file }: Source) => file.startsWith("server/core/") && !file.endsWith("config/rules.ts")
    expect(
      findings((source) => (inCore(source) ? [...walk(source.tree)].filter(asks).map((node) => node.getText()) : [])),
    ).toEqual([])
  })

  test("decides between JSON and a page in `server/core/request/wants.ts` alone", () => {
    const asks = parsed.filter(
      ({ file, text }) => file.startsWith("server/") && /\.get\("(accept|sec-fetch-mode)"\)/.test(text),
    )
    expect(asks.map(({ file }) => file)).toEqual(["server/core/request/wants.ts"])
  })

  test("names a function after what it returns or does: `readCode`, `findUser` or `toRow`, not `codeOf`", () => {
    const named = (node: ts.Node) =>
      ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) ? node.name?.getText() : undefined
    const wrong = /^(?!markOf$|oneOf$)[a-z]\w*Of$/ // `markOf` is public
    expect(findings(({ tree }) => [...walk(tree)].flatMap((node) => named(node)?.match(wrong) ?? []))).toEqual([])
  })

  /** Modules whose import Auth.js apps already write: `import GitHub from "…/providers/github"`. */
  const AUTHJS_MODULE =
    /^server\/providers\/(catalogue\/(?!index)[\w-]+|credentials|passkey|webauthn|email\/[\w-]+)\.ts$/

  test("has no default export, except for providers, and no module-level let", () => {
    const isNamed = (statement: ts.Statement) =>
      ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression)
    expect(
      findings(({ file, tree }) =>
        file.endsWith(".svelte")
          ? []
          : tree.statements
              .filter((statement) => ts.isExportAssignment(statement) || isLet(statement) || hasDefault(statement))
              .filter((statement) => !(AUTHJS_MODULE.test(file) && isNamed(statement)))
              .map((statement) => statement.getText().split("\n")[0] ?? ""),
      ),
    ).toEqual([])
  })

  test("has under 60 lines of code if it binds the session store to a framework", () => {
    const bindings = parsed.filter(({ file }) => /^client\/(react|solid|svelte|session\.qwik)\.tsx?$/.test(file))
    expect(bindings).toHaveLength(4)
    expect(bindings.filter(({ text }) => codeLines(text) >= 60).map(({ file }) => file)).toEqual([])
  })

  test("has at most 80 lines of code if it binds Latchkit to a framework", () => {
    const integrations = parsed.filter(({ file }) => file.startsWith("server/integrations/"))
    expect(integrations.filter(({ text }) => codeLines(text) > 80).map(({ file }) => file)).toEqual([])
  })

  test("is rarely under 16 lines long: a small one belongs to a topic (lower the number when you merge one)", () => {
    const small = shipped
      .filter((file) => /^(server|client)\/.*\.tsx?$/.test(file) && !/catalogue\/|features\/[\w-]+\/index/.test(file))
      .filter((file) => readFileSync(file, "utf8").split("\n").length <= 16)
    expect(small.length, small.join("\n")).toBeLessThanOrEqual(29)
  })

  test("is at most 250 lines long, except for the catalogue and messages", () => {
    const long = shipped
      .filter((file) => !/\/(catalogue|messages)\/|\.generated\.ts$|provider-marks/.test(file))
      .map((file) => ({ file, lines: readFileSync(file, "utf8").split("\n").length - 1 }))
      .filter(({ lines }) => lines > 250)
    expect(long).toEqual([])
  })

  test("has comments of at most 120 columns, except for addresses", () => {
    const written = shipped.filter((file) => !file.endsWith(".generated.ts"))
    const wide = written.flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, index) =>
          /^\s*(?:\/\/|\/?\*)/.test(line) && line.length > 120 && !/https?:/.test(line) ? [`${file}:${index + 1}`] : [],
        ),
    )
    expect(wide).toEqual([])
  })

  test("ends the routes of a browser test with it: such a test comes from `e2e/test.ts`", () => {
    const specs = files.filter((file) => /^e2e\/.*\.(spec|suite)\.ts$/.test(file))
    const routing = specs.map((file) => [file, readFileSync(file, "utf8")] as const)
    expect(
      routing
        .filter(
          ([, text]) => text.includes(".route(") && /^import [^\n]*\btest\b[^\n]* from "@playwright\/test"/m.test(text),
        )
        .map(([file]) => file),
    ).toEqual([])
  })

  test('lets no request reject redirects: in a Worker, `redirect: "error"` fails before anything is sent', () => {
    const shipped = files.filter((file) => /^server\/.*(?<!\.test)\.ts$/.test(file))
    expect(shipped.filter((file) => /redirect: "error"/.test(readFileSync(file, "utf8")))).toEqual([])
  })

  test("leaves the form of code to the formatter", () => {
    const code = files.filter((file) => /\.(?:[cm]?[jt]sx?|astro|svelte)$/.test(file))
    expect(code.filter((file) => /(?:prettier|oxfmt)[-]ignore/.test(readFileSync(file, "utf8")))).toEqual([])
  })

  test("contains no path of one machine and no registry", () => {
    const place = new RegExp(
      ["/wor" + "k/", "/ho" + "me/\\w", "/ro" + "ot/", "registry\\.npm" + "js", "deb\\.deb" + "ian"].join("|"),
    )
    const text = files.filter((file) => !/\.(png|svg|woff2?)$/.test(file))
    expect(text.filter((file) => place.test(readFileSync(file, "utf8")))).toEqual([])
  })
})

function isLet(statement: ts.Statement): boolean {
  return ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Let) !== 0
}

function hasDefault(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  )
}

describe("a generated file", () => {
  test.each([
    ["the exports of package.json: run node .build/exports.mjs", "exports.mjs"],
    ["the components that only render their screen: run node .build/components.mjs", "components.mjs"],
    ["the pages' stylesheet and script: run node .build/assets.mjs", "assets.mjs"],
  ])("is up to date: %s", (_, tool) => {
    const { status, stderr } = spawnSync("node_modules/.bin/node", [`.build/${tool}`, "--check"], {
      encoding: "utf8",
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  })

  test.each([
    "e2e/apps/authjs/prisma",
    "e2e/apps/prisma/sqlite",
    "e2e/apps/prisma/numbered",
    "stories/docs/examples/database/prisma",
  ])("is up to date: Prisma's client in %s. Its schema or e2e/databases/prisma-tool.test.ts generates it", (folder) => {
    const [schema, client] = ["schema.prisma", "class.generated.ts"].map((file) =>
      readFileSync(`${folder}/${file}`, "utf8"),
    )
    expect(client).toContain(`"inlineSchema": ${JSON.stringify(schema)},`)
  })
})
