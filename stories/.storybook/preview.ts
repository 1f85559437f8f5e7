import type { Preview } from "@storybook/react-vite"
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
    options: { storySort: { order: ["Components", "Pages", "Own look", "Own elements", "TanStack Query", "Emails"] } },
  },
}

export default preview // Storybook asks for it
