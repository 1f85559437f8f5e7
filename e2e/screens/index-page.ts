import { LOOKS } from "./looks.ts"

/** Pictures by screen: one file for each look. */
export type Screens = ReadonlyMap<string, ReadonlyMap<string, string>>

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0; padding: 32px; background: light-dark(#f6f6f8, #0d0d10); color: light-dark(#17171c, #f3f3f6); }
  h1 { font-size: 21px; } h2 { font-size: 15px; margin: 40px 0 12px; }
  nav { columns: 260px; font-size: 14px; } nav a { display: block; color: inherit; }
  .looks { display: flex; gap: 16px; overflow-x: auto; align-items: start; }
  figure { margin: 0; flex: none; } figcaption { font-size: 13px; opacity: .7; margin-block-end: 4px; }
  img { display: block; border: 1px solid light-dark(#e3e3e8, #2c2c33); border-radius: 10px; }
  img.phone { inline-size: 260px; } img.desktop { inline-size: 560px; }
`

const anchor = (name: string) => encodeURIComponent(name)
const text = (name: string) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

function row(name: string, files: ReadonlyMap<string, string>): string {
  const figures = Object.keys(LOOKS).map((look) => {
    const file = files.get(look)
    if (file === undefined) return ""
    const kind = look.endsWith("phone") ? "phone" : "desktop"
    const picture = `<img class="${kind}" loading="lazy" alt="${text(name)}, ${look}" src="${file}">`
    return `<figure><figcaption>${look.replace("-", ", ")}</figcaption><a href="${file}">${picture}</a></figure>`
  })
  return `<section id="${anchor(name)}"><h2>${text(name)}</h2><div class="looks">${figures.join("")}</div></section>`
}

/** Renders a page with every screen's looks side by side. */
export function indexPage(screens: Screens): string {
  const links = [...screens.keys()].map((name) => `<a href="#${anchor(name)}">${text(name)}</a>`)
  const rows = [...screens].map(([name, files]) => row(name, files))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style>
<h1>${screens.size} screens</h1><nav>${links.join("")}</nav>${rows.join("\n")}</html>`
}
