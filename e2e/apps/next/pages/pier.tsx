/** A page of the pages router that is made when the site is built, the same for everybody. */
export default function Pier() {
  return (
    <main>
      <h1>The new pier</h1>
      <p>Open to everybody.</p>
    </main>
  )
}
