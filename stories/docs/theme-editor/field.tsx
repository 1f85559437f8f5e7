import { useId, type ReactNode } from "react"
import { parseColor, toHex } from "../../../components/theme/color.ts"

interface FieldProps<Value> {
  label: string
  value: Value
  onValue: (value: Value) => void
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="editor-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

/** A color, picked or typed; typed it may be any that a theme reads. */
export function ColorField({ label, value, onValue, empty }: FieldProps<string> & { empty?: string }) {
  const read = parseColor(value)
  return (
    <Labelled label={label}>
      {(id) => (
        <span className="editor-color">
          <input
            type="color"
            aria-label={`${label}, picked`}
            value={read ? toHex(read) : "#ffffff"}
            onChange={(event) => onValue(event.target.value)}
          />
          <input
            id={id}
            type="text"
            spellCheck={false}
            autoComplete="off"
            placeholder={empty}
            aria-invalid={value !== "" && !read}
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
        </span>
      )}
    </Labelled>
  )
}

export function LengthField({
  label,
  value,
  onValue,
  range: [min, max],
}: FieldProps<number> & { range: readonly [number, number] }) {
  return (
    <Labelled label={label}>
      {(id) => (
        <span className="editor-length">
          <input
            id={id}
            type="range"
            min={min}
            max={max}
            value={value}
            onChange={(event) => onValue(event.target.valueAsNumber)}
          />
          <output htmlFor={id}>{value}</output>
        </span>
      )}
    </Labelled>
  )
}

export function ChoiceField({
  label,
  value,
  onValue,
  choices,
}: FieldProps<string> & { choices: Readonly<Record<string, string>> }) {
  return (
    <Labelled label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onValue(event.target.value)}>
          {Object.entries(choices).map(([name, choice]) => (
            <option key={name} value={choice}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
