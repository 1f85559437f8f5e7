import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { CASES, SCREENS } from "../../../components/cases.fixture.ts"
import { latchkitByName } from "../../.storybook/by-name.ts"
import { GALLERY } from "./gallery.ts"
import { GROUPS } from "./groups.ts"
import { KEYWORDS } from "./keywords.ts"
import { llmsFullText, llmsText } from "./llms.ts"
import { headingId, linked, linksIn, outsideCode, plain, readPages, toMarkdown, withIncluded } from "./pages.ts"
import { registryFiles, signInItem } from "./registry.ts"
import { runScript } from "./run-script.ts"
import { suggest } from "./src/suggest.ts"
import { suggestions } from "./suggestions.ts"
import { readVersions } from "./versions.ts"
import { BLOCKS, toStarlight, withTitles } from "./write.ts"
import { galleryPages, liveFiles } from "./write-gallery.ts"

const written = readPages()
const pages = [...written, ...galleryPages()]

/** The ids of a page's headings. */
function sectionsOf(name: string): string[] {
  const ids: string[] = []
  const body = withIncluded(pages.find((page) => page.name === name)?.body ?? "")
  outsideCode(body, (text) => {
    for (const [, heading = ""] of text.matchAll(/^#+ (.+)$/gm)) ids.push(headingId(heading))
    for (const [, id = ""] of text.matchAll(/ id="([\w-]+)"/g)) ids.push(id)
    return text
  })
  return ids
}

describe("every page", () => {
  test("is in the sidebar once", () => {
    expect(GROUPS.flatMap((group) => group.pages).toSorted()).toEqual(written.map(({ name }) => name).toSorted())
  })

  test("has a title and a description of its own, as a search engine shows them", () => {
    const wrong = pages.filter(
      ({ title, description }) => title === "" || title.length > 60 || !/^.{24,220}[.?]$/.test(plain(description)),
    )
    expect(wrong.map(({ file, title, description }) => [file, title, description])).toEqual([])
    for (const field of ["title", "description"] as const)
      expect(new Set(pages.map((page) => page[field])).size).toBe(pages.length)
  })

  test("links to pages and sections that exist", () => {
    const broken = pages.flatMap((page) =>
      linksIn(page)
        .filter(({ name, anchor }) => {
          if (!pages.some((other) => other.name === name)) return true
          return anchor !== undefined && !sectionsOf(name).includes(anchor)
        })
        .map(({ name, anchor }) => `${page.file}: ${name}${anchor === undefined ? "" : `#${anchor}`}`),
    )
    expect(pages.flatMap(linksIn).length).toBeGreaterThan(250)
    expect(broken).toEqual([])
  })

  test("has only blocks that the site knows, and no import", () => {
    const strange = written.flatMap(({ file, body }) => {
      const found: string[] = []
      outsideCode(body, (text) => {
        for (const [tag, name = ""] of text.replaceAll(/`[^`\n]*`/g, "").matchAll(/<\/?([A-Z]\w*)|^(?:im|ex)port /gm))
          if (![...BLOCKS, "Hero", "Threats", "RelyingParty"].includes(name)) found.push(`${file}: ${tag}`)
        return text
      })
      return found
    })
    expect(strange).toEqual([])
  })

  test("is Markdown for programs, with its code and links to Markdown", () => {
    const withoutCode = (text: string) => text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "")
    const texts = pages.map((page) => [page.file, toMarkdown(page, pages)] as const)
    expect(texts.filter(([, text]) => /<\/?[A-Z]|\.mdx[)#]/.test(withoutCode(text))).map(([file]) => file)).toEqual([])
    expect(texts.filter(([, text]) => /```\w+\n\n```/.test(text)).map(([file]) => file)).toEqual([])
    for (const [, text] of texts) expect(text).toMatch(/^# .+\n\n\S/)
  })
})

describe("a page as the site builds it", () => {
  const build = (name: string) => {
    const page = pages.find((one) => one.name === name)
    return page ? toStarlight(page, pages) : ""
  }

  test("links by relative paths, so that it works under any base path", () => {
    expect(build("next")).toContain("](../theming/#your-own-css)")
    expect(build("api/messages")).toContain("](../../languages/)")
    expect(build("overview")).toContain('"href":"./theming/"')
    expect(build("components/sign-in")).toContain("](../../api/components/#props-of-all-cards)")
    const absolute = pages.filter((page) => /\]\(\/|"href":"\//.test(build(page.name)))
    expect(absolute.map(({ file }) => file)).toEqual([])
  })

  test("says where it can be edited", () => {
    expect(build("api/options")).toContain("edit/main/stories/docs/api/options.mdx")
    expect(build("next")).toContain("edit/main/stories/docs/next.mdx")
  })

  test("names a file of code as its title", () => {
    const body =
      "`src/auth.ts`:\n\n```ts from=./a.ts bare-imports\n1\n```\n\n`b.ts`, in `e2e`:\n\n```ts from=./b.ts\n```\n"
    expect(withTitles(body)).toBe('```ts title="src/auth.ts"\n1\n```\n\n```ts title="b.ts, in e2e"\n```\n')
    const left = pages.filter((page) => /^```.*\bfrom=/m.test(build(page.name)))
    expect(left.map(({ file }) => file)).toEqual([])
  })
})

test("the search has words for pages and sections that exist only", () => {
  const known = pages.flatMap(({ file, name }) => [file, ...sectionsOf(name).map((id) => `${file}#${id}`)])
  expect(Object.keys(KEYWORDS).filter((key) => !known.includes(key))).toEqual([])
})

test("the packages of the site find their own modules, so that `npm run docs:dev` serves it", () => {
  const { resolveId } = latchkitByName()
  const resolve = (id: string, from: string) =>
    typeof resolveId === "function" && resolveId.call({} as never, id, `/repo/stories/docs/${from}`, {} as never)
  expect(resolve("#internal", "site/node_modules/astro/index.js")).toBeUndefined()
  expect(resolve("latchkit/react", "site/node_modules/latchkit-theme/index.js")).toBeUndefined()
  expect(resolve("latchkit/react", "site/src/demo.ts")).toMatch(/components\/react\/index\.ts$/)
})

test("a build returns its exit code, even if Node can't exit", async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkit-docs-"))
  const script = join(folder, "build.mjs")
  writeFileSync(script, "process.on('exit', () => { for (;;); }); process.exit(Number(process.argv[2]))")
  const timeout = 100_000 // the process doesn't outlive a test that fails
  for (const exitCode of [0, 3]) expect(await runScript(script, [`${exitCode}`], { timeout })).toBe(exitCode)
  rmSync(folder, { recursive: true })
})

test("a list of links names pages that exist only", () => {
  const [page] = pages
  if (!page) throw new Error("There is no page")
  expect(() => linked("next nowhere", page, pages)).toThrow(`${page.file}: <Links> names "nowhere", which is no page`)
})

describe("the pages of components", () => {
  test("show every component", () => {
    expect(GALLERY.map(({ component }) => component).toSorted()).toEqual(Object.keys(SCREENS).toSorted())
  })

  test("show states that exist, whose props can be sent to a browser", () => {
    const found = GALLERY.flatMap(({ component, states }) =>
      Object.keys(states).map((name) => ({ name, component, shown: CASES[name] })),
    )
    expect(found.filter(({ shown, component }) => shown?.component !== component)).toEqual([])
    for (const { shown } of found) expect(structuredClone(shown)).toEqual(shown) // a function can't be cloned
  })

  test("have a sentence, and the list of props", () => {
    for (const { title, body } of galleryPages())
      expect(body, title).toMatch(/## Props\n\n(?:\|.+\|\n|It is a section)/)
  })

  test("render in three frameworks: React on a click, the others as soon as they are visible", () => {
    for (const shown of GALLERY) {
      const { [`${shown.component}.astro`]: page, ...others } = liveFiles(shown)
      expect(Object.keys(others)).toHaveLength(3)
      expect(
        [...(page ?? "").matchAll(/<(\w+) slot="\1" client:(\w+)/g)].map(([, name, when]) => `${name} ${when}`),
      ).toEqual(["Svelte visible", "Solid visible", "React press"])
    }
  })
})

describe("the files for language models", () => {
  test("list every page, in the sidebar's order", () => {
    const text = llmsText(written)
    expect(text).toMatch(/^# Latchkit\n\n> /)
    const listed = [...text.matchAll(/^- \[.+?\]\(\.\/(.+?)\.md\): \S/gm)].map(([, name]) => name)
    expect(listed).toEqual(GROUPS.flatMap((group) => group.pages))
  })

  test("have every page's text, with its code", () => {
    const text = llmsFullText(written)
    for (const { title } of written) expect(text).toContain(`# ${title}\n`)
    expect(text).toContain("timingSafeEqual")
  })
})

describe("the registry of shadcn/ui", () => {
  const { dependencies, registryDependencies, files } = signInItem()

  test("has every file and package that the card imports", () => {
    const imports = files.flatMap(({ content }) =>
      [...content.matchAll(/^import .*?"([^"]+)"$/gm)].map(([, from = ""]) => from),
    )
    const provided = imports.filter((from) => {
      const [, component = ""] = /^@\/components\/ui\/(.+)$/.exec(from) ?? []
      const isFile = files.some(({ path }) => path === from.replace("./", "components/"))
      const isPackage = dependencies.includes(from.split("/")[0] ?? "")
      return registryDependencies.includes(component) || isFile || isPackage || from === "@/lib/utils"
    })
    expect(provided).toEqual(imports)
    expect(registryDependencies).toEqual(["button", "card", "input", "label"])
  })

  test("is what the page shows, which the app compiles and a browser tests", () => {
    const page = written.find(({ name }) => name === "shadcn")
    for (const { path, content } of files) {
      expect(page?.body).toContain(`from=../../e2e/apps/shadcn/src/${path}\n`)
      expect(page?.body).toContain(content)
    }
    expect(page?.body).toContain("/r/sign-in.json")
    expect(Object.keys(registryFiles())).toContain("r/sign-in.json")
  })
})

describe("the menu of versions", () => {
  test("is empty without older ones", () => expect(readVersions({}).others).toEqual([]))

  test("has the older ones below the base path, and from there the latest", () => {
    const env = { DOCS_BASE: "/docs/", DOCS_VERSIONS: "v0.0.2,v0.0.1" }
    const [second, first] = ["0.0.2", "0.0.1"].map((name) => ({ name, path: `/docs/${name}/` }))
    expect(readVersions(env).others).toEqual([second, first])
    const old = { ...env, DOCS_OLD: "0.0.1", DOCS_BASE: "/docs/0.0.1/", DOCS_ROOT: "/docs/" }
    expect(readVersions(old)).toEqual({ current: "0.0.1", others: [{ name: "Latest", path: "/docs/" }, second] })
  })
})

describe("the search", () => {
  const places = suggestions(pages)
  const first = (query: string) => suggest(query, places).map(({ path }) => path)[0]

  test.each([
    ["rate limit", "rate-limits/"],
    ["custom claims", "sessions/#what-a-session-contains"],
    ["cors", "another-origin/"],
    ["invalid redirect uri", "errors/#when-a-sign-in-doesnt-work"],
    ["Error 400: redirect_uri_mismatch", "errors/#when-a-sign-in-doesnt-work"],
    ["session undefined", "errors/#when-a-sign-in-doesnt-work"],
    ["useSession null", "errors/#when-a-sign-in-doesnt-work"],
    ["rename cookie", "deployment/#cookies"],
    ["edge", "workers/"],
    ["multi tenant", "tenants/"],
    ["prisma", "prisma/"],
    ["passkeys", "passkeys/"],
    ["SignUp component", "components/sign-up/"],
    ["next-auth migration", "authjs/"],
    ["no such table: users", "errors/#in-development"],
    ["too many redirects", "deployment/#behind-a-proxy-or-in-docker"],
    ["verify email", "email/"],
    ["resend", "email/#choose-how-emails-are-sent"],
    ["google", "providers/#provider-google"],
    ["google one tap", "fedcm/"],
    ["sign in with apple", "providers/#provider-apple"],
    ["redirect after login", "client/#signin-and-signout"],
    ["get session in server component", "next/#read-the-session"],
    ["protect api route", "security/#check-the-session-on-every-page-that-matters"],
    ["middleware", "next/#add-the-proxy"],
    ["jwt", "sessions/#where-a-session-is-kept"],
    ["remember me", "sessions/#keep-me-signed-in-remember-me"],
    ["change password", "passwords/#when-a-password-changes"],
    ["delete account", "account/#profile-export-and-deletion"],
    ["link accounts", "account/#change-it"],
    ["magic links", "email/"],
    ["csrf", "security/"],
    ["state cookie was missing", "errors/"],
    ["pkce", "errors/"],
    ["emails not sent", "any-server/#after-the-response"],
    ["user id", "sessions/#what-a-session-contains"],
    ["share session across subdomains", "deployment/#subdomains"],
    ["mongodb", "database/"],
    ["impersonate", "administration/#acting-as-a-user"],
    ["docker", "deployment/#behind-a-proxy-or-in-docker"],
    ["cypress", "testing/"],
    ["vercel", "deployment/#serverless-and-edge-functions"],
    ["protect route", "security/#check-the-session-on-every-page-that-matters"],
    ["allow only company domain", "security/#decide-who-may-sign-in"],
    ["rotate secret", "configuration/#environment-variables"],
    ["UntrustedHost", "deployment/#behind-a-proxy-or-in-docker"],
    ["OAuthAccountNotLinked", "providers/#verified-addresses"],
    ["vercel preview", "deployment/#preview-deployments"],
    ["firebase migration", "moving-passwords/#firebase"],
    ["better-auth", "moving-passwords/#better-auth"],
    ["stripe customer on sign up", "callbacks/#events"],
    ["email template", "email/#custom-emails"],
    ["passkey autofill", "passkeys/#use-them"],
    ["lost phone", "two-step/"],
    ["change email", "change-of-email/"],
    ["german", "languages/"],
    ["turso", "database/#libsql-and-turso"],
  ])("leads from %s to %s first", (query, path) => {
    expect(first(query)).toBe(path)
  })

  test("suggests nothing for half a phrase, and three places at most", () => {
    expect(suggest("redirect", places)).toEqual([])
    expect(suggest("", places)).toEqual([])
    expect(suggest("login logout passkey webauthn middleware", places).length).toBeLessThanOrEqual(3)
  })
})
