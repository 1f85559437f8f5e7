import type { Preview } from "@storybook/react-vite"
import { Meta } from "@storybook/addon-docs/blocks"
import { Container } from "../docs/blocks/container.tsx"
import { Code } from "../docs/blocks/inline-code.tsx"
import { PageLink } from "../docs/blocks/page-link.tsx"
import { Table } from "../docs/blocks/table.tsx"
import { RENDERINGS } from "../stage/renderings.ts"
import { renderStage } from "../stage/stage.tsx"
import { LANGUAGES } from "../stage/languages.ts"
import "../../components/auth.css"
import "./preview.css"

const toolbar = (title: string, icon: string, items: readonly (string | { value: string; title: string })[]) => ({
  description: title,
  toolbar: { title, icon, items: [...items], dynamicTitle: true },
})

const BRANDS = [
  { value: "", title: "Ink, the default" },
  { value: "#4f46e5", title: "Indigo" },
  { value: "#0b6e79", title: "Petrol" },
  { value: "#e11d48", title: "Rose" },
  { value: "#facc15", title: "Yellow" },
  { value: "#ffffff", title: "White" },
]

const preview: Preview = {
  globalTypes: {
    rendering: toolbar("Rendering", "component", Object.keys(RENDERINGS)),
    scheme: toolbar("Theme", "contrast", [
      { value: "auto", title: "Follow system" },
      { value: "light", title: "Light" },
      { value: "dark", title: "Dark" },
    ]),
    brand: toolbar("Brand color", "paintbrush", BRANDS),
    language: toolbar("Language", "globe", LANGUAGES),
    dir: toolbar("Direction", "transfer", [
      { value: "", title: "Follow the language" },
      { value: "ltr", title: "Left to right" },
      { value: "rtl", title: "Right to left" },
    ]),
  },
  initialGlobals: { rendering: "React", scheme: "auto", brand: "", language: "en", dir: "" },
  render: renderStage,
  parameters: {
    layout: "fullscreen",
    backgrounds: { disable: true },
    controls: { expanded: true },
    a11y: { test: "error" },
    docs: { container: Container, components: { a: PageLink, code: Code, Meta, table: Table } },
    options: {
      storySort: {
        order: [
          "Components",
          "Pages",
          "Own look",
          "Own elements",
          "TanStack Query",
          "Emails",
          "Start",
          [
            "Overview",
            "React",
            "Solid",
            "Svelte",
            "Express",
            "Next",
            "SvelteKit",
            "SolidStart",
            "Qwik",
            "Astro",
            "React Router",
            "TanStack Start",
            "Nuxt",
            "Any other server",
            "Angular, Preact and Vue",
            "What it doesn't do",
          ],
          "Guides",
          [
            "Single-page apps",
            "Another origin",
            "Native apps",
            "Theming",
            "Tailwind and shadcn/ui",
            "Providers",
            "Passwords",
            "Moving passwords",
            "Sign in by email",
            "Passkeys",
            "Two-step verification",
            "Step-up",
            "Devices",
            "Several accounts",
            "Popup sign-in",
            "FedCM",
            "High assurance",
            "Your database",
            "An existing users table",
            "TanStack Query",
            "Coming from Auth.js",
            "Security",
            "Testing",
            "Roles",
            "Invitations",
            "Administration",
            "Change of email",
            "Content security policy",
          ],
          "Reference",
          [
            "Configuration",
            "Sessions",
            "Signing out",
            "The client",
            "Components",
            "Your own markup",
            "Account",
            "Callbacks and events",
            "Tokens",
            "Errors",
            "Languages",
            "Rate limits",
            "Before you go live",
            "Deployment",
            "Security events",
            "Tenants",
            "Adapters of Auth.js",
            "Specifications",
            "Threats",
            "Command line",
          ],
          "API",
          [
            "Options",
            "Provider options",
            "Callbacks",
            "Events",
            "Error types",
            "Environment and cookies",
            "Endpoints",
            "Server functions",
            "Client functions",
            "Component props",
            "Parts and tokens",
            "Message keys",
            "Exports",
            "Command line flags",
          ],
        ],
      },
    },
  },
}

export default preview // Storybook asks for it
