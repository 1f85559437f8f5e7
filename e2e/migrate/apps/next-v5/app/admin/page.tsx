export default function Admin() {
  return <h1>Admins only</h1>
}
