// Generates components/view/marks/marks.generated.ts from simple-icons: one row for each provider with an icon.
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
  rows.push(`  ${JSON.stringify(id)}: [${JSON.stringify(shortened(icon.path))}, ${fill}],`)
}
writeFileSync(
  "components/view/marks/marks.generated.ts",
  `/** Path and fill of each mark; drawn from simple-icons (CC0), in two decimals, by e2e/tools/marks.mjs. */
export const MARKS: Readonly<Record<string, readonly [path: string, fill: string | readonly [light: string, dark: string]] | undefined>> = {
${rows.join("\n")}
}
`,
)
console.log(`${rows.length} marks`)
