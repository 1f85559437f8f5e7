import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"

import { provider } from "../../components/case.fixture.ts"
import { expect, test } from "../test.ts"

const HERE = import.meta.dirname
const REACT = join(HERE, "../apps/react-18/node_modules")
const BUILT = join(HERE, "../../node_modules/.cache/latchkit-react-18")
const ORIGIN = "http://react-18.test"
const CARD = {
  providers: [
    provider("credentials", "credentials", {
      credentials: { email: { label: "Email", type: "email" }, password: { label: "Password", type: "password" } },
    }),
  ],
}

/** Bundles a script with the page and React 18, in its development build, which reports mismatches. */
async function bundle(name: string, contents: string): Promise<string> {
  const outfile = join(BUILT, name)
  await build({
    stdin: { contents, resolveDir: HERE, loader: "tsx" },
    bundle: true,
    format: "esm",
    jsx: "automatic",
    outfile,
    alias: { react: join(REACT, "react"), "react-dom": join(REACT, "react-dom") },
    define: { "process.env.NODE_ENV": '"development"' },
    logLevel: "error",
  })
  return outfile
}

const PAGE = `import { App } from "./app/react-18.tsx"; const app = <App card={${JSON.stringify(CARD)}} />;`

test("React 18 hydrates the session and the card without a warning, and runs a function as `action`", async ({
  page,
}) => {
  const faults: string[] = []
  const [server, script] = await Promise.all([
    bundle(
      "server.js",
      `import { renderToString } from "react-dom/server.browser"; ${PAGE} export const render = () => renderToString(app)`,
    ),
    bundle(
      "page.js",
      `import { hydrateRoot } from "react-dom/client"; ${PAGE} hydrateRoot(document.querySelector("#root"), app)`,
    ),
  ])
  const { error } = console
  console.error = (...words: unknown[]) => void faults.push(words.join(" "))
  const { render } = (await import(pathToFileURL(server).href)) as { render(): string } // what its bundle exports
  const rendered = render()
  console.error = error
  expect(rendered).toContain("authenticated: Ada")
  page.on("pageerror", (thrown) => faults.push(String(thrown)))
  page.on("console", (message) => void (message.type() !== "info" && faults.push(message.text())))
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === "/page.js") return route.fulfill({ path: script })
    const html = `<!doctype html><link rel="icon" href="data:,"><div id="root">${rendered}</div><script type="module" src="/page.js"></script>`
    return pathname === "/" ? route.fulfill({ contentType: "text/html; charset=utf-8", body: html }) : route.abort()
  })
  await page.goto(ORIGIN)
  await expect(page.getByRole("heading", { name: /^React 18\./ })).toBeVisible()
  const button = page.getByRole("button", { name: "Sign in" })
  await page.locator("[data-reveal]:not([hidden])").waitFor() // the card's script runs
  await button.click()
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true")
  await expect(page.locator("output")).toHaveText("nothing")
  await page.getByLabel("Email").fill("ada@example.com")
  await page.getByLabel("Password", { exact: true }).fill("open sesame")
  await button.click()
  await expect(page.locator("output")).toContainText('"email":"ada@example.com","password":"open sesame"')
  await expect(page.locator("#who")).toHaveText("authenticated: Ada")
  expect(new URL(page.url()).href).toBe(`${ORIGIN}/`)
  expect(faults).toEqual([])
})
