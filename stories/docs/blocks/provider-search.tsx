import { useId, type ReactNode } from "react"
import type { Filter } from "./provider-facts.ts"

export const PROTOCOLS: Readonly<Record<string, string>> = { oidc: "OpenID Connect", oauth: "OAuth 2.0" }

export const EMAIL: Readonly<Record<string, string>> = {
  yes: "Email verified",
  "if the provider says so": "Email verified if the provider says so",
  "if you say so": "Email verified if you say so",
  no: "Email not verified",
  "no address": "No email",
}

interface SearchProps {
  filter: Filter
  onFilter: (filter: Filter) => void
  site: string
  onSite: (site: string) => void
}

/** What narrows the list, and the address that it is filled in with. */
export function Search({ filter, onFilter, site, onSite }: SearchProps) {
  const change = (part: Partial<Filter>) => onFilter({ ...filter, ...part })
  return (
    <search className="providers-search">
      <Field label="Search">
        {(id) => (
          <input
            id={id}
            type="search"
            placeholder="Name, id or option"
            value={filter.search}
            onChange={(event) => change({ search: event.target.value })}
          />
        )}
      </Field>
      <Choice label="Protocol" value={filter.type} names={PROTOCOLS} onValue={(type) => change({ type })} />
      <Choice label="Email" value={filter.email} names={EMAIL} onValue={(email) => change({ email })} />
      <Field label="Your site">
        {(id) => (
          <input
            id={id}
            type="url"
            placeholder="https://your.site"
            autoComplete="url"
            value={site}
            onChange={(event) => onSite(event.target.value)}
          />
        )}
      </Field>
    </search>
  )
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="providers-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  names: Readonly<Record<string, string>>
  onValue: (value: string) => void
}

function Choice({ label, value, names, onValue }: ChoiceProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onValue(event.target.value)}>
          <option value="">Any</option>
          {Object.entries(names).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
