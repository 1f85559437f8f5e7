import type { SignInProps } from "../../components/headless/index.ts"
import { CASES } from "../../components/cases.fixture.ts"
import { Place, solid, svelte, type Show } from "../stage/place.tsx"
import { OwnCard } from "../docs/examples/react/own-card.tsx"
import { OwnCard as SolidCard } from "../docs/examples/solid/own-card.tsx"
import SvelteCard from "../docs/examples/svelte/OwnCard.svelte"
import { findMessages } from "../stage/languages.ts"
import "./own-card.css"

export default {
  title: "Own elements/Sign in", // Storybook asks for it
  render: ({ props }: Shown, { globals }: { globals: Record<string, unknown> }) => {
    const messages = findMessages(String(globals["language"]))
    return (
      <main className="own" data-scheme={String(globals["scheme"])}>
        {shown({ ...props, ...(messages && { messages }) }, String(globals["rendering"]))}
      </main>
    )
  },
}

interface Shown {
  props: SignInProps
}

/** Renders the documentation's example in the toolbar's framework. HTML has no hooks, so it falls back to React. */
function shown(props: SignInProps, rendering: string) {
  const others: Readonly<Record<string, Show>> = {
    Solid: solid(SolidCard, { ...props }),
    Svelte: svelte(SvelteCard, { ...props }),
  }
  const show = others[rendering]
  return show ? <Place key={rendering} show={show} /> : <OwnCard {...props} />
}

const story = (name: string, key: string) => ({ name, args: { props: findProps(key) } satisfies Shown })

function findProps(key: string): SignInProps {
  const found = CASES[key]
  if (found?.component !== "SignIn") throw new Error(`The case ${key} is no sign-in card`)
  return found.props as SignInProps // the props of that component
}

export const Card = story("Buttons and forms", "sign-in-password")
export const Failed = story("Wrong password", "sign-in-failed")
