import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { LANGUAGES } from "../../components/view/messages/languages.ts"
import * as catalogue from "../../server/providers/catalogue/index.ts"

const PROVIDERS = String(Object.keys(catalogue).length)
const COUNT = String(LANGUAGES.length)
const TAGS = LANGUAGES.map((tag) => `\`${tag}\``).join(", ")

/** What a text says about the providers and the languages, by the text before and behind it. */
const FACTS: Readonly<Record<string, readonly [before: string, fact: string, after: string][]>> = {
  "README.md": [
    ["- **", PROVIDERS, " identity providers**"],
    ["- **", COUNT, " languages**"],
  ],
  "CHANGELOG.md": [
    ["- ", PROVIDERS, " [providers](stories/docs/providers.mdx)"],
    ["in light and dark, in ", COUNT, " [languages](stories/docs/languages.mdx)"],
  ],
  "stories/docs/providers.mdx": [['description: "', PROVIDERS, " identity providers."]],
  "stories/docs/skill/SKILL.md": [["There are ", PROVIDERS, " ids, each at `latchkit/providers/<id>`"]],
  "stories/docs/site/src/components/Hero.astro": [['["', PROVIDERS, ' providers", ']],
  "stories/docs/languages.mdx": [
    ["Pages, emails and components in ", COUNT, " languages"],
    ["It has these:\n\n", TAGS, ".\n"],
  ],
  "stories/docs/passwords.mdx": [["exist in ", COUNT, " languages"]],
  "stories/docs/theming.mdx": [["each of the ", COUNT, " languages"]],
}

const isNumber = (text: string) => /^\d+$/.test(text)

test.each(Object.entries(FACTS))("%s counts what there is (update it with `vitest --update`)", async (file, facts) => {
  const path = join(import.meta.dirname, "../..", file)
  const current = readFileSync(path, "utf8")
  const next = facts.reduce((text, [before, fact, after]) => {
    const place = RegExp(`(?<=${escaped(before)})${isNumber(fact) ? "\\d+" : "`en`, .*"}(?=${escaped(after)})`, "g")
    expect(text.match(place)).toHaveLength(1)
    return text.replace(place, fact)
  }, current)
  await expect(next).toMatchFileSnapshot(path)
})

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
