// Generates components/view/marks/marks.generated.ts from simple-icons: one for each provider with an icon. Its row in
// server/providers/catalogue imports it.
import { readdirSync, writeFileSync } from "node:fs"
import * as icons from "simple-icons"
import { shortened } from "./path-data.mjs"

/** Provider id → icon slug, if they differ. */
const SLUGS = {
  "42-school": "42",
  "cloudflare-access": "cloudflare",
  hydra: "ory",
  medium: null, // a part of a word, cut off
  "shopify-customer": "shopify",
  weibo: "sinaweibo",
  wikimedia: "wikimediafoundation",
  atlassian: "atlassian",
  "boxyhq-saml": "ory",
  "click-up": "clickup",
  dribbble: "dribbble",
  "epic-games": "epicgames",
  eveonline: null,
  "microsoft-entra-id": null,
  "azure-ad": null,
  "azure-ad-b2c": null,
  google: null,
  "identity-server4": null,
  hubspot: "hubspot",
  twitter: "x",
  battlenet: "battledotnet",
  line: "line",
  vk: "vk",
  yandex: "yandexcloud",
  osu: "osu",
  "ory-hydra": "ory",
  freshbooks: "freshbooks",
  "duende-identity-server6": null,
  mattermost: "mattermost",
  "mail.ru": "maildotru",
  mailru: "maildotru",
  "sign-in-with-apple": "apple",
  qq: "qq",
  wechat: "wechat",
  "ping-id": "pingidentity",
}

const luminance = (hex) => {
  const [r, g, b] = [0, 2, 4]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one, other) =>
  (Math.max(luminance(one), luminance(other)) + 0.05) / (Math.min(luminance(one), luminance(other)) + 0.05)
const onCard = (hex, card) => (contrast(hex, card) >= 2.5 ? `#${hex}` : "currentColor")

const rows = []
for (const id of readdirSync("server/providers/catalogue")
  .map((file) => file.replace(/\.ts$/, ""))
  .sort()) {
  const slug = id in SLUGS ? SLUGS[id] : id.replaceAll(/[^a-z0-9]/g, "")
  const icon = slug && icons[`si${slug[0].toUpperCase()}${slug.slice(1)}`]
  if (!icon) continue
  const [light, dark] = [onCard(icon.hex, "FFFFFF"), onCard(icon.hex, "17171B")]
  const fill = light === dark ? JSON.stringify(light) : JSON.stringify([light, dark])
  const name = `mark${id.replaceAll(/(?:^|[^a-z0-9]+)([a-z0-9])/gi, (_, letter) => letter.toUpperCase())}`
  rows.push({ id, name, mark: `{ paths: [[${JSON.stringify(shortened(icon.path))}, ${fill}]] }` })
}
const marks = rows.map(({ name, mark }) => `export const ${name}: ProviderMark = ${mark}`)
writeFileSync(
  "components/view/marks/marks.generated.ts",
  `/** The mark of each provider; drawn from simple-icons (CC0), in two decimals, by .build/marks.mjs. */
import type { ProviderMark } from "../provider-marks.ts"

${marks.join("\n")}

export const MARKS: Readonly<Record<string, ProviderMark | undefined>> = {
${rows.map(({ id, name }) => `  ${JSON.stringify(id)}: ${name},`).join("\n")}
}
`,
)
console.log(`${rows.length} marks`)
