import { addons } from "storybook/manager-api"
import { create } from "storybook/theming"

const base = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
addons.setConfig({ theme: create({ base, brandTitle: "Latchkit" }) })
