import { createElement, type FunctionComponent } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createComponent, type Component as SolidComponent } from "solid-js"
import { renderToString } from "solid-js/web"
import type { Component as SvelteComponent } from "svelte"
import { render } from "svelte/server"
import { renderHtml } from "./html/render.ts"
import * as react from "./react/index.ts"
import { screenTree, type Screen } from "./screens/screen.ts"
import * as solid from "./solid/index.ts"
import * as svelte from "./svelte/index.ts"

/** A component's name, which is the same in every framework. */
export type Name = keyof typeof react & keyof typeof solid & keyof typeof svelte

/** Returns what each of the three frameworks renders on a server for the same props. */
export function inFrameworks<Props extends object>(name: Name, props: Props) {
  return {
    react: renderToStaticMarkup(createElement(react[name] as FunctionComponent<Props>, props)),
    solid: renderToString(() => createComponent(solid[name] as SolidComponent<Props>, props)),
    svelte: render(svelte[name] as unknown as SvelteComponent<Props>, { props }).body,
  }
}

/** Returns what each of the four renderings returns on a server for the same props, normalized. */
export function renderings<Props extends object, State>(name: Name, screen: Screen<Props, State>, caseProps: Props) {
  const props = { idPrefix: "auth", ...caseProps } // each framework generates its own ids
  const { react, solid, svelte } = inFrameworks(name, props)
  return {
    html: normalizeHtml(renderHtml(screenTree(screen, props, screen.initial))),
    react: normalizeHtml(react),
    solid: normalizeHtml(solid),
    svelte: normalizeHtml(svelte),
  }
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">" }

/**
 * Normalizes HTML: sorts attributes, decodes entities as a browser does, and removes hydration marks, comments and the
 * theme's style.
 */
export function normalizeHtml(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/<([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g, (_, tag: string, attributes: string) => {
      const all = [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
        name.toLowerCase(),
        name === "class" ? value.trim() : value,
      ])
      const kept = all.filter(([name = ""]) => !["data-hk", "style"].includes(name))
      return `<${tag}${kept
        .map(([name, value]) => ` ${name}="${value}"`)
        .sort()
        .join("")}>`
    })
    .replaceAll("</path>", "")
    .replaceAll(/&(?:#(x[\da-f]+|\d+)|(quot|amp|lt|gt));/gi, (_, code: string | undefined, name: string) =>
      code
        ? String.fromCharCode(code.startsWith("x") ? parseInt(code.slice(1), 16) : Number(code))
        : (NAMED_ENTITIES[name] ?? ""),
    )
}
