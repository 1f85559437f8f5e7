import type { Theme } from "latchkit/server"

/** A name and a look that the demo can have. */
export interface Brand {
  id: string
  name: string
  /** The color of its dot in the switch. */
  color: string
  logo: string
  /** The same logo as a PNG image, for emails. */
  emailLogo: string
  theme: Theme
}

/** The demo's brands. The first one is the default. */
export const BRANDS: readonly [Brand, ...Brand[]] = [
  {
    id: "nightbook",
    name: "Nightbook",
    color: "#2b4bd6",
    logo: "/logo.svg",
    emailLogo: "/logo.png",
    theme: { brand: "#2b4bd6" },
  },
  {
    id: "dreamlog",
    name: "Dreamlog",
    color: "#8f6fd9",
    logo: "/brands/dreamlog.svg",
    emailLogo: "/brands/dreamlog.png",
    theme: {
      image: { light: "/brands/dusk.svg", dark: "/brands/night.svg" },
      brand: { light: "#5b3fc4", dark: "#b9a6ff" },
      card: { light: "#ffffff", dark: "#1b1638" },
      page: { light: "#f7f2ff", dark: "#120f2b" },
      ink: { light: "#221a4d", dark: "#f1ecff" },
      line: { light: "#ddd6f0", dark: "#3b3268" },
      radius: { control: 22, card: 32 },
      font: "Quicksand, Nunito, ui-rounded, URW Gothic, system-ui, sans-serif",
      title: { size: 26, weight: 700 },
      logoSize: 64,
    },
  },
  {
    id: "tidebook",
    name: "Tidebook",
    color: "#0f3a5c",
    logo: "/brands/tidebook.svg",
    emailLogo: "/brands/tidebook.png",
    theme: {
      layout: "split",
      image: "/brands/harbour.svg",
      panel: "#0f2f48",
      brand: { light: "#0f3a5c", dark: "#8ec5f0" },
      card: { light: "#ffffff", dark: "#0c1b29" },
      page: { light: "#ffffff", dark: "#0c1b29" },
      ink: { light: "#0a2238", dark: "#e6eef5" },
      radius: { control: 3, card: 4 },
      title: { size: 36, weight: 500, font: "EB Garamond, Iowan Old Style, Palatino Linotype, P052, Georgia, serif" },
    },
  },
  {
    id: "orbit",
    name: "Orbit",
    color: "#a3cc2f",
    logo: "/brands/orbit.svg",
    emailLogo: "/brands/orbit.png",
    theme: {
      layout: "flush",
      colorScheme: "dark",
      image: "/brands/grid.svg",
      brand: "#c4f04a",
      page: "#08090a",
      card: "#101214",
      ink: "#f2f4f5",
      line: "#262a2e",
      radius: 4,
      font: "JetBrains Mono, ui-monospace, Noto Sans Mono, monospace",
      title: { size: 22, weight: 600 },
      density: "compact",
    },
  },
]

/** Returns the brand that this browser chose. */
export function findBrand(request: Request | undefined): Brand {
  const [, id] = /(?:^|; )brand=([a-z]+)/.exec(request?.headers.get("cookie") ?? "") ?? []
  return BRANDS.find((brand) => brand.id === id) ?? BRANDS[0]
}

/** `POST /brand`: remembers the brand, and returns to the page. */
export async function chooseBrand(request: Request): Promise<Response> {
  const form = await request.formData()
  const brand = BRANDS.find(({ id }) => id === form.get("brand")) ?? BRANDS[0]
  const page = String(form.get("page"))
  const location = /^\/[a-z-]*$/.test(page) ? page : "/"
  const cookie = `brand=${brand.id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`
  return new Response(null, { status: 303, headers: { location, "set-cookie": cookie, "cache-control": "no-store" } })
}
