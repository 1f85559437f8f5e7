/** A static page of the pages router. */
export default function Pier() {
  return (
    <main>
      <h1>The new pier</h1>
      <p>Open to everybody.</p>
    </main>
  )
}
