import { createRoot, hydrateRoot } from "react-dom/client"
import { showCases } from "./case.ts"
import { App } from "./react.tsx"

showCases(({ root: place, shown }) => {
  const root = place.hasChildNodes() ? hydrateRoot(place, <App {...shown} />) : createRoot(place)
  if (!place.hasChildNodes()) root.render(<App {...shown} />)
  return () => root.unmount()
})
