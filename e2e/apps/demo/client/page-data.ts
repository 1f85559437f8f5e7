/** A brand of the demo, as its pages show it. */
export interface PageBrand {
  id: string
  name: string
  logo: string
  /** The brands to choose from. */
  all: { id: string; name: string; color: string }[]
}

const read = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent || "null")

/** Returns the data that the server wrote into this page as JSON. */
export const pageData = <Data>(): Data => read("page") as Data // the server's page has this type

/** Returns the brand of this page. */
export const pageBrand = (): PageBrand => read("brand") as PageBrand // the server writes it into every page
