import { pageBrand } from "./page-data.ts"

/** Changes the demo's name and look, on its own pages, Latchkit's pages and the emails. */
export function BrandSwitch({ path }: { path: string }) {
  const { id, all } = pageBrand()
  return (
    <form className="brands" method="post" action="/brand" aria-label="Brand of the demo">
      <input type="hidden" name="page" value={path} />
      {all.map((brand) => (
        <button key={brand.id} name="brand" value={brand.id} aria-pressed={brand.id === id}>
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <circle cx="6" cy="6" r="5.5" fill={brand.color} stroke="currentColor" strokeOpacity="0.3" />
          </svg>
          {brand.name}
        </button>
      ))}
    </form>
  )
}
