import type { Theme } from "../../../client/contract.ts"
import { IMAGES, LOGOS, findName, PRESETS, type Design } from "./design.ts"
import { ChoiceField, ColorField, LengthField } from "./field.tsx"
import { CHOICES, COLORS, shippedValue, lightDark, splitLightDark, SHAPE, type Token } from "./tokens.ts"

interface ControlsProps {
  design: Design
  onDesign: (design: Design) => void
}

const SCHEMES = { "Follow system": "auto", "Always light": "light", "Always dark": "dark" }
const LAYOUTS = { "A card": "card", "Beside a panel": "split", "On the page itself": "flush" }
const DENSITIES = { Comfortable: "comfortable", Compact: "compact", Spacious: "spacious" }
const LOGO_SIZE = 40

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
        <ColorField
          label="Brand color"
          value={theme.brandColor ?? ""}
          onValue={(brandColor) => setTheme({ brandColor })}
        />
        <ColorField
          label="Text on the button"
          empty="Automatic"
          value={String(theme.buttonText ?? "")}
          onValue={(text) => setTheme({ buttonText: text || undefined })}
        />
        <ChoiceField
          label="Light or dark"
          choices={SCHEMES}
          value={theme.colorScheme ?? "auto"}
          onValue={(scheme) => setTheme({ colorScheme: toScheme(scheme) })}
        />
      </fieldset>
      <fieldset>
        <legend>Page and logo</legend>
        <ChoiceField
          label="Layout"
          choices={LAYOUTS}
          value={theme.layout ?? "card"}
          onValue={(name) => setTheme({ layout: name === "split" || name === "flush" ? name : undefined })}
        />
        <ChoiceField
          label="Image"
          choices={names(IMAGES)}
          value={findName(IMAGES, theme.image)}
          onValue={(name) => setTheme({ image: IMAGES[name] })}
        />
        {theme.layout === "split" && (
          <ColorField
            label="Panel"
            empty="The brand color"
            value={typeof theme.panel === "string" ? theme.panel : ""}
            onValue={(panel) => setTheme({ panel: panel || undefined })}
          />
        )}
        <ChoiceField
          label="Logo"
          choices={names(LOGOS)}
          value={findName(LOGOS, theme.logo)}
          onValue={(name) => setTheme({ logo: LOGOS[name] })}
        />
        <LengthField
          label="Height of the logo"
          range={[16, 120]}
          value={theme.logoSize ?? LOGO_SIZE}
          onValue={(size) => setTheme({ logoSize: size === LOGO_SIZE ? undefined : size })}
        />
        <ChoiceField
          label="Density"
          choices={DENSITIES}
          value={theme.density ?? "comfortable"}
          onValue={(name) => setTheme({ density: name === "compact" || name === "spacious" ? name : undefined })}
        />
      </fieldset>
      <fieldset>
        <legend>Shape and type</legend>
        {[...SHAPE, ...CHOICES].map(field)}
      </fieldset>
      <details className="editor-more">
        <summary>Every color, light and dark</summary>
        <div className="editor-colors">{COLORS.map(field)}</div>
      </details>
    </form>
  )
}

const names = (table: object) => Object.fromEntries(Object.keys(table).map((name) => [name, name]))

const toScheme = (name: string): Theme["colorScheme"] => (name === "light" || name === "dark" ? name : undefined)

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
  const value = tokens[token.name] ?? shippedValue(token)
  const set = (next: string) => onToken(token.name, next)
  if (token.kind === "length") {
    return <LengthField {...token} value={parseInt(value)} onValue={(pixels) => set(`${pixels}px`)} />
  }
  if (token.kind === "choice") return <ChoiceField {...token} value={value} onValue={set} />
  const [light, dark] = splitLightDark(value)
  return (
    <>
      <ColorField label={token.label} value={light} onValue={(next) => set(lightDark([next, dark]))} />
      <ColorField label={`${token.label}, dark`} value={dark} onValue={(next) => set(lightDark([light, next]))} />
    </>
  )
}
