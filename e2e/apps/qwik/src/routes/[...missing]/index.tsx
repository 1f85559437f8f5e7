import { component$ } from "@builder.io/qwik"
import type { DocumentHead, RequestHandler } from "@builder.io/qwik-city"

export const head: DocumentHead = { title: "Not found · Harbour" }

export const onGet: RequestHandler = ({ status }) => {
  status(404)
}

export default component$(() => <h1>There is no such page</h1>)
