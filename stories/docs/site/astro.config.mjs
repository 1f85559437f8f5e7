import { join } from "node:path"
import react from "@astrojs/react"
import solid from "@astrojs/solid-js"
import starlight from "@astrojs/starlight"
import svelte from "@astrojs/svelte"
import { defineConfig } from "astro/config"
import { latchkitByName } from "../../.storybook/by-name.ts"
import { readVersions } from "./versions.ts"
import { sidebarGroups } from "./write.ts"

const root = join(import.meta.dirname, "../../..")

/** `DOCS_SITE` and `DOCS_BASE` say where the site is published. Pages link to each other by relative paths. */
const site = process.env.DOCS_SITE ?? "https://latchkit.github.io"
const base = process.env.DOCS_BASE ?? "/"

export default defineConfig({
  site,
  base,
  trailingSlash: "always",
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: "Latchkit",
      description: "Sign-in and accounts for TypeScript servers, in your own look.",
      favicon: "/favicon.svg",
      // The first stylesheet that names a layer decides its place: the site's reset comes before the cards
      head: [
        { tag: "style", content: "@layer starlight, latchkit;" },
        // Search engines lead to the newest version
        ...(process.env.DOCS_OLD ? [{ tag: "meta", attrs: { name: "robots", content: "noindex" } }] : []),
      ],
      customCss: ["@fontsource-variable/inter/index.css", "./src/styles/site.css"],
      social: [{ icon: "github", label: "GitHub", href: "https://github.com/latchkit/latchkit" }],
      sidebar: sidebarGroups().map(({ title, pages }) => ({
        label: title,
        collapsed: true, // but for the group of the page, which is then in view
        items: pages.map((name) => (name === "overview" ? { label: "Overview", link: "/" } : { slug: name })),
      })),
      components: {
        EditLink: "./src/components/EditLink.astro",
        Hero: "./src/components/Hero.astro",
        Search: "./src/components/Search.astro",
        SocialIcons: "./src/components/SocialIcons.astro",
        SiteTitle: "./src/components/SiteTitle.astro",
      },
      expressiveCode: {
        // Nothing scrolls sideways, so nothing needs the focus for that. A command has no window around it
        defaultProps: { wrap: true, preserveIndent: false, overridesByLang: { sh: { frame: "none" } } },
        themes: ["github-light", "github-dark-default"],
        styleOverrides: {
          borderRadius: "0.75rem",
          borderColor: "var(--site-line)",
          codeBackground: "var(--site-code)",
          // The file's name is a line above the code, not a tab
          frames: {
            shadowColor: "transparent",
            editorTabBarBackground: "var(--site-raised)",
            editorActiveTabBackground: "transparent",
            editorActiveTabForeground: "var(--sl-color-gray-2)",
            editorActiveTabIndicatorTopColor: "transparent",
            editorActiveTabIndicatorBottomColor: "transparent",
            editorTabBarBorderBottomColor: "var(--site-line)",
          },
        },
        minSyntaxHighlightingColorContrast: 5,
      },
      pagefind: { ranking: { termFrequency: 0.6, pageLength: 0.4 } },
    }),
    react({ include: ["**/react/**/*.tsx", "**/react.tsx", "**/theme-editor/*.tsx"] }),
    solid({ include: ["**/solid/**/*.tsx", "**/solid.tsx"] }),
    svelte(),
    {
      name: "press",
      hooks: {
        "astro:config:setup": ({ addClientDirective }) =>
          addClientDirective({ name: "press", entrypoint: "./src/press.js" }),
      },
    },
  ],
  vite: {
    define: { __VERSIONS__: JSON.stringify(readVersions(process.env)) },
    plugins: [latchkitByName()],
    resolve: { dedupe: ["react", "react-dom", "solid-js", "svelte"] },
    server: { fs: { allow: [root] } },
    // For an older target, `light-dark()` would become variables that a card in the other scheme does not change
    build: { target: "esnext", cssTarget: "esnext" },
  },
})
