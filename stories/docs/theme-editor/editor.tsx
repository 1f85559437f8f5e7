import { useDeferredValue, useState } from "react"
import { Copied } from "./copied.tsx"
import { Contrast } from "./contrast.tsx"
import { Controls } from "./controls.tsx"
import { configText, cssText, PLAIN, type Design } from "./design.ts"
import "./editor.css"
import { ChoiceField } from "./field.tsx"
import { Preview, SCREENS } from "./preview.tsx"

/** A design that is changed here and copied into an app. */
export function ThemeEditor() {
  const [design, setDesign] = useState<Design>(PLAIN)
  const [screen, setScreen] = useState("sign-in")
  const shown = useDeferredValue(design)
  const forced = shown.theme.colorScheme
  return (
    <div className="editor">
      <div className="editor-desk">
        <Controls design={design} onDesign={setDesign} />
        <div className="editor-stage">
          <ChoiceField label="Screen" choices={SCREENS} value={screen} onValue={setScreen} />
          <style>{`@scope (.editor-previews) { ${cssText(shown)} }`}</style>
          <div className="editor-previews">
            {forced !== "dark" && <Preview design={shown} screen={screen} scheme="light" />}
            {forced !== "light" && <Preview design={shown} screen={screen} scheme="dark" />}
          </div>
        </div>
      </div>
      <h2>Copy it</h2>
      <p>
        The theme goes into the configuration, beside what yours already has. Put your own images at its paths. Pages of
        your own link its stylesheet.
      </p>
      <Copied name="the theme" text={configText(shown)} />
      <CopiedCss css={cssText(shown)} />
      <h2>Contrast</h2>
      <p>
        Latchkit adjusts the colors that it derives from your brand color: text reaches 4.5 to 1, edges and the focus
        ring 3 to 1. It uses the colors that you set yourself as they are, and measures them here.
      </p>
      <Contrast design={shown} />
    </div>
  )
}

function CopiedCss({ css }: { css: string }) {
  if (css === "")
    return <p className="editor-none">You need no stylesheet: shape, type and colors have their defaults.</p>
  return (
    <>
      <p>This stylesheet stands after latchkit/auth.css on pages of your own.</p>
      <Copied name="the stylesheet" text={css} />
    </>
  )
}
