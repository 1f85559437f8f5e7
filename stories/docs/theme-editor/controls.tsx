import type { Theme } from "../../../client/contract.ts"
import { PRESETS, type Design } from "./design.ts"
import { ChoiceField, ColourField, LengthField } from "./field.tsx"
import { CHOICES, COLOURS, initialOf, lightDark, pairOf, SHAPE, type Token } from "./tokens.ts"

interface ControlsProps {
  design: Design
  onDesign: (design: Design) => void
}

const SCHEMES = { "Follow system": "auto", "Always light": "light", "Always dark": "dark" }
const LOGOS = { None: "", Yours: "/logo.svg" }

/** Everything that can be set. */
export function Controls({ design, onDesign }: ControlsProps) {
  const { theme, tokens } = design
  const setTheme = (part: Theme) => onDesign({ tokens, theme: { ...theme, ...part } })
  const setToken = (name: string, value: string) => onDesign({ theme, tokens: { ...tokens, [name]: value } })
  const field = (token: Token) => <TokenField key={token.name} token={token} tokens={tokens} onToken={setToken} />
  return (
    <form className="editor-controls" onSubmit={(event) => event.preventDefault()} aria-label="Your design">
      <Presets onDesign={onDesign} />
      <fieldset>
        <legend>Theme</legend>
        <ColourField
          label="Brand colour"
          value={theme.brandColor ?? ""}
          onValue={(brandColor) => setTheme({ brandColor })}
        />
        <ColourField
          label="Text on the button"
          empty="Automatic"
          value={String(theme.buttonText ?? "")}
          onValue={(text) => setTheme({ buttonText: text || undefined })}
        />
        <ChoiceField
          label="Light or dark"
          choices={SCHEMES}
          value={theme.colorScheme ?? "auto"}
          onValue={(scheme) => setTheme({ colorScheme: schemeOf(scheme) })}
        />
        <ChoiceField
          label="Logo"
          choices={LOGOS}
          value={theme.logo ?? ""}
          onValue={(logo) => setTheme({ logo: logo || undefined })}
        />
      </fieldset>
      <fieldset>
        <legend>Shape and type</legend>
        {[...SHAPE, ...CHOICES].map(field)}
      </fieldset>
      <details className="editor-more">
        <summary>Every colour, light and dark</summary>
        <div className="editor-colours">{COLOURS.map(field)}</div>
      </details>
    </form>
  )
}

const schemeOf = (name: string): Theme["colorScheme"] => (name === "light" || name === "dark" ? name : undefined)

function Presets({ onDesign }: Pick<ControlsProps, "onDesign">) {
  return (
    <div className="editor-presets" role="group" aria-label="Begin with">
      {Object.entries(PRESETS).map(([name, preset]) => (
        <button key={name} type="button" onClick={() => onDesign(preset)}>
          <span style={{ background: preset.theme.brandColor }} aria-hidden="true" />
          {name}
        </button>
      ))}
    </div>
  )
}

interface TokenFieldProps {
  token: Token
  tokens: Design["tokens"]
  onToken: (name: string, value: string) => void
}

function TokenField({ token, tokens, onToken }: TokenFieldProps) {
  const value = tokens[token.name] ?? initialOf(token)
  const set = (next: string) => onToken(token.name, next)
  if (token.kind === "length") {
    return <LengthField {...token} value={parseInt(value)} onValue={(pixels) => set(`${pixels}px`)} />
  }
  if (token.kind === "choice") return <ChoiceField {...token} value={value} onValue={set} />
  const [light, dark] = pairOf(value)
  return (
    <>
      <ColourField label={token.label} value={light} onValue={(next) => set(lightDark([next, dark]))} />
      <ColourField label={`${token.label}, dark`} value={dark} onValue={(next) => set(lightDark([light, next]))} />
    </>
  )
}
