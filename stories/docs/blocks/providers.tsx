import { useDeferredValue, useState, type ReactNode } from "react"
import "./providers.css"
import { Copied } from "./copied.tsx"
import { matching, PROVIDERS, redirectUri, usage, type Filter, type ProviderFacts } from "./provider-facts.ts"
import { Mark } from "./provider-mark.tsx"
import { EMAIL, PROTOCOLS, Search } from "./provider-search.tsx"

/** Every provider of the catalogue, to search and to set up. */
export function Providers() {
  const [filter, setFilter] = useState<Filter>({ search: "", type: "", email: "" })
  const [site, setSite] = useState("")
  const found = matching(useDeferredValue(filter))
  return (
    <section className="providers sb-unstyled" aria-label="The catalogue">
      <Search filter={filter} onFilter={setFilter} site={site} onSite={setSite} />
      <p role="status" className="providers-count">
        {found.length === PROVIDERS.length
          ? `All ${found.length} providers`
          : `${found.length} of ${PROVIDERS.length} providers`}
      </p>
      {found.length === 0 && <Nothing search={filter.search} />}
      <ul className="providers-list">
        {found.map((row) => (
          <Row key={row.id} row={row} site={site} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row, site }: { row: ProviderFacts; site: string }) {
  return (
    <li>
      <details>
        <summary>
          <Mark id={row.id} name={row.name} />
          <span className="providers-name">
            {row.name} <code>{row.id}</code>
          </span>
          <span className="providers-facts">
            {row.deprecated && <span data-kind="deprecated">Deprecated</span>}
            <span data-kind={row.emailVerified}>{EMAIL[row.emailVerified]}</span>
            <span>{PROTOCOLS[row.type]}</span>
          </span>
        </summary>
        <Facts row={row} site={site} />
      </details>
    </li>
  )
}

function Facts({ row, site }: { row: ProviderFacts; site: string }) {
  return (
    <dl>
      <Fact term="Configuration">
        <Copied name={`the configuration of ${row.name}`} text={usage(row)} />
      </Fact>
      <Fact term="Redirect URI">
        <Copied name={`the redirect URI of ${row.name}`} text={redirectUri(row, site)} />
      </Fact>
      <Fact term="Environment">
        <Copied name={`the variables of ${row.name}`} text={row.environment.map((name) => `${name}=`).join("\n")} />
      </Fact>
      <Fact term="Email address">{inCode(row.emailEvidence)}</Fact>
      {row.accountId !== undefined && <Fact term="Account id">{inCode(row.accountId)}</Fact>}
      <Fact term="Scopes">{row.scopes ? <code>{row.scopes}</code> : "None asked for"}</Fact>
      {row.options.length > 0 && (
        <Fact term="Options">
          <ul>
            {row.options.map(({ name, required, about, fallback }) => (
              <li key={name}>
                <code>{name}</code> {required ? <strong>required</strong> : "optional"}: {about}
                {fallback !== undefined && (
                  <>
                    . Default <code>{fallback}</code>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {typeof row.deprecated === "string" && <Fact term="Deprecated">{row.deprecated}</Fact>}
      <Fact term="Tested">
        {row.tested === "documented" ? "In the shape of its documentation" : "In a shape derived from its row"}
      </Fact>
    </dl>
  )
}

/** Renders what stands between backticks as code. */
function inCode(text: string): ReactNode {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Nothing({ search }: { search: string }) {
  return (
    <p className="providers-nothing">
      Nothing is called {search ? `“${search}”` : "that"}. Any other OpenID provider is{" "}
      <code>{'OIDC({ id: "acme", issuer: "https://login.acme.example" })'}</code> of <code>latchkit/providers</code>.
    </p>
  )
}
