import { readFileSync, readdirSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import ts from "typescript"
import { ERROR_PAGE_ERRORS, SIGN_IN_ERRORS } from "../../../client/contract.ts"
import { PASSKEY_ERRORS } from "../../../client/index.ts"
import { ROUTES } from "../../../server/test-kit/routes.ts"
import { SECURITY_CHANGES, SECURITY_FAILURES } from "../../../server/core/config/security-events.ts"
import { cookieName } from "../../../server/core/cookies/names.ts"
import type { CookieKey } from "../../../server/core/cookies/options.ts"
import { ERRORS } from "../../../server/errors.ts"
import { CLIENT_ERRORS, COOKIES, ENDPOINTS, ENVIRONMENT, PAGE_ERRORS } from "./described.ts"
import { code, prose, section, table, type ReferencePage } from "./markdown.ts"
import { describe, listMembers, type Member } from "./members.ts"
import type { Reading } from "./program.ts"
import { exported, typeLinks } from "./types-pages.ts"

/** Returns the comments on the rows of a table in the sources, such as `ERRORS`. */
export function readComments({ checker, declared }: Reading, file: string, name: string): Map<string, string> {
  const type = checker.getTypeOfSymbol(declared(file, name))
  return new Map(type.getProperties().map((row) => [row.name, describe(checker, row).text]))
}

/** An error of each type, with an anchor that the log line names. */
export function errorsPage(reading: Reading): ReferencePage {
  const comments = readComments(reading, "server/errors.ts", "ERRORS")
  const leads = { error: "the error page", signIn: "the sign-in page" }
  const sections = Object.entries(ERRORS).map(([type, page]) =>
    [
      `### ${type}`,
      prose(comments.get(type) ?? ""),
      page === null
        ? "It is logged, and the user sees `Configuration` on the error page, or the status in JSON."
        : `The user sees it on ${leads[page]}.`,
    ].join("\n\n"),
  )
  const others = (names: readonly string[], texts: Readonly<Record<string, string>>) =>
    table(
      ["Value", "Meaning"],
      names.map((name) => [
        Object.hasOwn(ERRORS, name) ? `[${code(name)}](#${name.toLowerCase()})` : code(name),
        prose(texts[name] ?? comments.get(name) ?? ""),
      ]),
    )
  return {
    file: "errors",
    title: "Error types",
    lead: "Every error that Latchkit throws or logs, by its `type`, with what to do. The types never change.",
    body: [
      "## Types",
      "`AuthError` has the `type`, a message and often a `cause`. Each log line of one links to its section here.",
      ...sections,
      "## On the sign-in page",
      "Values of `error` in the query, from `SIGN_IN_ERRORS`.",
      others(SIGN_IN_ERRORS, PAGE_ERRORS),
      "## On the error page",
      others([...ERROR_PAGE_ERRORS, "BoundSessionRequired"], PAGE_ERRORS),
      "## In the browser",
      "The `error` of `signIn`, `signOut` and `passkey`, besides the server's own.",
      others([...new Set<string>([...Object.keys(CLIENT_ERRORS), ...PASSKEY_ERRORS])], CLIENT_ERRORS),
    ].join("\n\n"),
  }
}

export function eventsPage(reading: Reading): ReferencePage {
  const links = typeLinks()
  const of = (name: string) =>
    listMembers(reading, exported(reading, "latchkit/server", name))
      .map((member: Member) => ({ ...member, required: false })) // the option is a `Partial` of this type
      .map((member) => section(member, { links }))
  const list = (types: readonly string[]) => types.map((type) => `- ${code(type)}`).join("\n")
  return {
    file: "events",
    title: "Events",
    lead: "Every handler in the option `events`, and every type of the security event.",
    body: [
      "## Handlers",
      ...of("Events"),
      "## Security events",
      "The handler `security` gets them. [Security events](../events.mdx) shows what to do with them.",
      "### Fields of each event",
      table(
        ["Field", "Type", "Meaning"],
        listMembers(reading, exported(reading, "latchkit/server", "SecurityEventFields")).map(
          ({ name, type, text }) => [code(name), code(type), prose(text)],
        ),
      ),
      "### Types after a change",
      list(SECURITY_CHANGES),
      "### Types after a failure",
      "They also have `error`, the error's type.",
      list(SECURITY_FAILURES),
    ].join("\n\n"),
  }
}

/** "Name of the cookie that stores…" becomes "The cookie that stores…". */
const sentence = (comment: string): string =>
  comment.replace(/^Name of the cookie/, "The cookie").replace(/^Names of the cookies/, "The cookies")

/** Returns the constants of a file whose name ends in `_COOKIE` or `_COOKIES`, with their comments. */
function ownCookies(file: string): [name: string, text: string][] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((statement) => {
    const [declaration] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : []
    if (!declaration?.initializer || !/_COOKIES?$/.test(declaration.name.getText())) return []
    const names = [...declaration.initializer.getText().matchAll(/"(latchkit\.[\w.-]+)"/g)].map(([, name = ""]) => name)
    const comment = ts.getJSDocCommentsAndTags(statement).map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? "")
    return names.map((name): [string, string] => [name, sentence(comment.join(" "))])
  })
}

export function environmentPage(): ReferencePage {
  return {
    file: "environment",
    title: "Environment and cookies",
    lead: "Every environment variable that Latchkit reads, and every cookie that it sets.",
    body: [
      "## Environment variables",
      "An option of the configuration takes precedence over its variable. Blank values count as unset.",
      table(
        ["Variable", "Meaning"],
        Object.entries(ENVIRONMENT).map(([name, text]) => [code(name), text]),
      ),
      "With the `authjs()` preset, `NEXTAUTH_SECRET`, `NEXTAUTH_URL` and `NEXTAUTH_TRUST_HOST` count too.",
      "## Cookies that you can change",
      "Set the name and the attributes in the option `cookies`. On https the default names start with `__Host-`.",
      table(
        ["Key", "Name", "Meaning"],
        Object.entries(COOKIES).map(([key, text]) => [
          code(key),
          code(cookieName(key as CookieKey, false)), // the keys of the table are tested
          text,
        ]),
      ),
      "## Latchkit's other cookies",
      "They are `HttpOnly` and `SameSite=Lax`, except `latchkit.version`, which the client's script reads.",
      table(
        ["Name", "Meaning"],
        ownCookies("server/core/cookies/names.ts").map(([name, text]) => [code(name), prose(text)]),
      ),
    ].join("\n\n"),
  }
}

/** Routes that only a browser opens. */
const ONLY_PAGES: ReadonlySet<string> = new Set([
  ...["GET signin", "GET error", "GET verify-request", "GET popup", "GET signout"],
  ...["GET authorize", "POST authorize", "GET initiate-login", "POST initiate-login"],
])

export function endpointsPage(): ReferencePage {
  const targets: Readonly<Record<string, string>> = {
    provider: "/{provider}",
    "provider or none": "/{provider}?",
    step: "/{step}",
    "step or none": "/{step}?",
    asset: "/{file}",
  }
  const rows = Object.entries(ROUTES)
    .toSorted(([one], [other]) => (one.split(" ")[1] ?? "").localeCompare(other.split(" ")[1] ?? ""))
    .map(([key, route]) => [
      code(`${key}${typeof route?.target === "object" ? "/{page}" : (targets[route?.target ?? ""] ?? "")}`),
      ENDPOINTS[key] ?? "",
      route?.json ? "JSON" : ONLY_PAGES.has(key) ? "a page" : "a page, or JSON by `Accept`",
      route?.csrf ? "yes" : "",
    ])
  return {
    file: "endpoints",
    title: "Endpoints",
    lead: "Every request below the base path that Latchkit responds to. All other paths are your app's.",
    body: [
      table(["Request", "What it does", "Responds with", "CSRF token"], rows),
      "JSON by `Accept` goes to a request that accepts `application/json` and no HTML, or has the header `X-Auth-Return-Redirect`. A redirect is then `{ url, error, code }`. A JSON body asks for JSON too, but not at `signin`, `callback` and `signout`, which redirect as in Auth.js.",
      "`GET session` has the header `Latchkit-Version`: the value of the request's version cookie, or `none`.",
      "A HEAD is treated as its GET, unless that GET changes something.",
    ].join("\n\n"),
  }
}

/** Returns the usage texts of the command line, which `--help` prints. */
export async function commandLinePage(): Promise<ReferencePage> {
  const files = readdirSync("server/cli", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes(".test") && file !== "index.ts")
    .toSorted()
  const usages: string[] = []
  for (const file of files) {
    const text = readFileSync(`server/cli/${file}`, "utf8")
    if (!text.includes("export const USAGE =")) continue
    const { USAGE } = (await import(pathToFileURL(resolve("server/cli", file)).href)) as { USAGE: string } // a command
    usages.push(USAGE.trim())
  }
  return {
    file: "command-line",
    title: "Command line flags",
    lead: "What `npx latchkit <command> --help` prints.",
    body: usages
      .map((usage) => `## ${/^latchkit ([\w -]*\w)/.exec(usage)?.[1] ?? "latchkit"}\n\n\`\`\`text\n${usage}\n\`\`\``)
      .join("\n\n"),
  }
}
