import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import {
  Discord,
  Dropbox,
  Facebook,
  Figma,
  GitHub,
  GitLab,
  Google,
  Notion,
  Passkey,
  Spotify,
  Twitch,
} from "../../providers/index.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { passwordService } from "../../test-kit/password-service.ts"

const TEN = [GitHub, Google, Discord, GitLab, Facebook, Twitch, Spotify, Notion, Figma, Dropbox] as const
const keys = { clientId: "a-client-id", clientSecret: "a-client-secret" }
const createService = () =>
  passwordService({
    siteName: "Acme",
    theme: { brandColor: "#5a4ae0", logo: "/logo.svg" },
    adapter: MemoryAdapter(),
    providers: [...TEN.map((provider) => provider(keys)), Passkey()],
  })

const gzipLength = (text: string) => gzipSync(text, { level: 9 }).length
const fetchPage = (path: string) => createService().handle(new Request(`https://app.test${path}`))

test("compresses the sign-in page with ten providers to 4 kB of HTML, 6 kB of script and 4.4 kB of style", async () => {
  const html = await (await fetchPage("/auth/signin")).text()
  expect(html.match(/data-part="provider"/g)).toHaveLength(10)
  expect(gzipLength(html)).toBeLessThan(4000)
  const files = [...html.matchAll(/(?:href|src)="(\/auth\/assets\/[^"]+)"/g)].map(([, file = ""]) => file)
  const totalSize = async (end: string) => {
    const texts = files.filter((file) => file.endsWith(end)).map(async (file) => (await fetchPage(file)).text())
    return (await Promise.all(texts)).reduce((sum, text) => sum + gzipLength(text), 0)
  }
  expect(await totalSize(".js")).toBeLessThan(6000)
  expect(await totalSize(".css")).toBeLessThan(4400) // auth.css has a limit of its own. The rest are the colors of the providers
})

test("opens the browser's account chooser with 1.5 kB of script", async () => {
  const fedcm = { configURL: "https://acme.test/fedcm.json" }
  const acme = { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.test", ...keys, fedcm } as const
  const service = passwordService({ providers: [acme] })
  const page = async (path: string) => (await service.handle(new Request(`https://app.test${path}`))).text()
  const [, file = ""] = /src="(\/auth\/assets\/fedcm[^"]+)"/.exec(await page("/auth/signin")) ?? []
  const script = await page(file)
  expect(script).toContain("IdentityCredential")
  expect(script).toContain("preventSilentAccess")
  expect(await page("/auth/signout")).toContain(file)
  expect(gzipLength(script)).toBeLessThan(1500)
})
