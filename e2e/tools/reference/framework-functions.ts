import ts from "typescript"
import { describe, listMembers, type Member } from "./members.ts"
import { anchor, code, memberTable, prose, table } from "./markdown.ts"
import { declaringFile, type Reading } from "./program.ts"
import { exported } from "./types-pages.ts"

/** The function that creates each integration, and the type of what it returns. */
const CREATED: readonly (readonly [creator: string, entry: string, type: string])[] = [
  ["createAuth", "latchkit/server", "AuthService"],
  ["NextAuth", "latchkit/next", "NextAuthService"],
  ["SvelteKitAuth", "latchkit/sveltekit", "SvelteKitService"],
  ["SolidAuth", "latchkit/solid-start", "SolidAuthService"],
  ["ExpressAuth", "latchkit/express", "ExpressAuthService"],
]

/** Returns what each framework's function returns: one table to compare them, and one for each. */
export function frameworkFunctions(reading: Reading): string {
  const frameworks = [
    ...CREATED.map(([creator, entry, type]) => ({
      creator,
      lead: `\`${creator}\` of \`${entry}\` returns:`,
      members: listMembers(reading, exported(reading, entry, type)),
    })),
    {
      creator: "QwikAuth$",
      lead: "`QwikAuth$` of `latchkit/qwik` returns the first four. Import the others from there too.",
      members: qwikMembers(reading),
    },
  ]
  const names = [...new Set(frameworks.flatMap(({ members }) => members.filter(isCurrent).map(({ name }) => name)))]
  const [{ members: described } = { members: [] }] = frameworks
  const rows = names.map((name) => [
    described.some((member) => member.name === name && !["handle", "isUnderBasePath", "requireSession"].includes(name))
      ? `[${code(name)}](#${anchor(`auth.${name}`)})`
      : code(name),
    ...frameworks.map(({ members }) => (members.some((member) => member.name === name) ? "✓" : "")),
  ])
  return [
    "## By framework",
    "The functions that your server code gets. Each takes its framework's own request, so their arguments differ. " +
      "For a function that your framework lacks, call `createAuth({ ...config, basePath })` beside it, with the same base path.",
    table(["Function", ...frameworks.map(({ creator }) => code(creator))], rows),
    ...frameworks.slice(1).flatMap(({ creator, lead, members }) => [
      `### ${creator}`,
      prose(lead),
      memberTable(
        members.filter(isCurrent).map((member) => ({ ...member, required: false })),
        "Name",
      ),
    ]),
  ].join("\n\n")
}

const isCurrent = ({ deprecated }: Member): boolean => deprecated === undefined

/** Qwik's optimizer wants exported functions, so only four are in the returned object. */
function qwikMembers({ checker, entries, declared }: Reading): Member[] {
  const plugin = declared("server/integrations/qwik/auth.qwik.ts", "QwikAuthQrl")
  const [signature] = checker.getTypeOfSymbol(plugin).getCallSignatures()
  const returned = signature ? checker.getPropertiesOfType(checker.getReturnTypeOfSignature(signature)) : []
  const functions = (entries.get("latchkit/qwik") ?? []).filter(
    ({ symbol, name }) =>
      /^server\/integrations\/qwik\/(?!auth)/.test(declaringFile(symbol)) &&
      symbol.flags & ts.SymbolFlags.Function &&
      name !== "QwikAuthQrl",
  )
  return [
    ...returned.map((symbol) => ({ ...describe(checker, symbol), type: "" })),
    ...functions.map(({ name, symbol }) => ({ ...describe(checker, symbol), name })),
  ]
}
