/** Returns the data that the server wrote into this page as JSON. */
export function pageData<Data>(): Data {
  return JSON.parse(document.getElementById("page")?.textContent || "null") as Data // the server's page has this type
}
