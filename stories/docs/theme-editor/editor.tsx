import { useDeferredValue, useState } from "react"
import { Copied } from "../blocks/copied.tsx"
import { Contrast } from "./contrast.tsx"
import { Controls } from "./controls.tsx"
import { cssText, PLAIN, themeText, type Design } from "./design.ts"
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
    <div className="editor sb-unstyled">
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
      <p>The theme goes into the configuration, and to cards on pages of your own as a property.</p>
      <Copied name="the theme" text={themeText(shown)} />
      <CopiedCss css={cssText(shown)} />
      <h2>Can everybody read it?</h2>
      <p>
        What follows from the brand colour is mended until it can be read: text at 4.5 to 1, edges and the focus ring at
        3 to 1. What you set yourself is used as it is, and measured here.
      </p>
      <Contrast design={shown} />
    </div>
  )
}

function CopiedCss({ css }: { css: string }) {
  if (css === "")
    return <p className="editor-none">No stylesheet is needed: shape, type and colours are as they come.</p>
  return (
    <>
      <p>This stylesheet stands after latchkit/auth.css on pages of your own.</p>
      <Copied name="the stylesheet" text={css} />
    </>
  )
}
