// Writes a page for each component, with the files that render it in each framework
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { GALLERY, pageOf, type Shown } from "./gallery.ts"
import { FOLDER, type DocsPage } from "./pages.ts"

const SECTIONS: Readonly<Record<string, string>> = {
  AccountProfile: "The user's name and picture, to change.",
  AccountEmail: "The user's email address, to change and to confirm.",
  AccountPassword: "The user's password, to set, change or remove.",
  AccountTwoStep: "The user's second factors, to set up and to remove.",
  AccountPasskeys: "The user's passkeys, to add, name and remove.",
  AccountConnections: "The user's linked providers, to link and unlink.",
  AccountDevices: "Where the user is signed in, and how to sign out there.",
  AccountDanger: "The export of the user's data, and the account's deletion.",
}

/** Returns a section of the generated page of props: its first paragraph, and the rest. */
function readProps(component: string): { about: string; table: string } {
  const page = readFileSync(join(FOLDER, "api/components.mdx"), "utf8")
  const [, text = ""] = new RegExp(`^## ${component}$\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, "m").exec(page) ?? []
  const [about = "", ...rest] = text.trim().split("\n\n")
  return { about, table: rest.join("\n\n") }
}

/** The pages of components, as pages whose links start in `stories/docs/api`. */
export const galleryPages = (): DocsPage[] =>
  GALLERY.map(({ component, states }) => {
    const own = readProps(component)
    const section = SECTIONS[component]
    const props =
      section === undefined
        ? own.table
        : "It is a section of `Account`, and has its props. The [list of props](./components.mdx#account) has all of them."
    const shown = Object.entries(states).map(([name, title]) => `## ${title}\n\n<Example name="${name}" />`)
    return {
      name: pageOf(component),
      file: `api/${component}.mdx`, // where its links start
      title: `${component} component`,
      label: component,
      description: section ?? own.about,
      body: `${shown.join("\n\n")}\n\n## Import it\n\n${importLines(component)}\n\n## Props\n\n${props}\n\nEvery card has the [props of all cards](./components.mdx#props-of-all-cards).\n`,
    }
  })

const importLines = (component: string): string =>
  ["react", "solid", "svelte"]
    .map(
      (framework) =>
        `\`\`\`ts title="${{ react: "React", solid: "Solid", svelte: "Svelte" }[framework]}"\nimport "latchkit/auth.css"\nimport { ${component} } from "latchkit/${framework}"\n\`\`\``,
    )
    .join("\n\n")

/** The files that render a component, by their path below `src/live`. */
export function liveFiles({ component }: Shown): Readonly<Record<string, string>> {
  const up = "../../../../../../components"
  const session = "given: Record<string, unknown>"
  return {
    [`react/${component}.tsx`]: `import { ${component}, SessionProvider } from "${up}/react/index.ts"
import { toProps } from "../../to-props.ts"

export default (${session}) => {
  const { session, props } = toProps(given)
  return (
    <SessionProvider session={session}>
      <${component} {...props} />
    </SessionProvider>
  )
}
`,
    [`solid/${component}.tsx`]: `import { ${component}, SessionProvider } from "${up}/solid/index.ts"
import { toProps } from "../../to-props.ts"

export default (${session}) => {
  const { session, props } = toProps(given)
  return (
    <SessionProvider session={session}>
      <${component} {...props} />
    </SessionProvider>
  )
}
`,
    [`svelte/${component}.svelte`]: `<script lang="ts">
  import { ${component}, SessionProvider } from "${up}/svelte/index.ts"
  import { toProps } from "../../to-props.ts"

  const given: Record<string, unknown> = $props()
  const shown = $derived(toProps(given))
</script>

<SessionProvider session={shown.session}>
  <${component} {...shown.props} />
</SessionProvider>
`,
    [`${component}.astro`]: `---
import Stage from "../components/Stage.astro"
import { exampleProps } from "../examples.ts"
import React from "./react/${component}.tsx"
import Solid from "./solid/${component}.tsx"
import Svelte from "./svelte/${component}.svelte"

const { name } = Astro.props
---

<Stage name={name}>
  <Svelte slot="Svelte" client:visible {...exampleProps(name, "Svelte")} />
  <Solid slot="Solid" client:visible {...exampleProps(name, "Solid")} />
  <React slot="React" client:press {...exampleProps(name, "React")} />
</Stage>
`,
  }
}
