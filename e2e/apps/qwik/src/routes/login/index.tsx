import { component$ } from "@builder.io/qwik"
import { routeLoader$, type DocumentHead } from "@builder.io/qwik-city"
import { signInCard, themeCss } from "latchkit/html"
import { signInProps } from "latchkit/qwik"

export const head: DocumentHead = { title: "Sign in to Harbour" }

export const useCard = routeLoader$(async (event) => {
  const props = await signInProps(event)
  return { html: signInCard(props), css: themeCss(props.theme) }
})

export default component$(() => {
  const card = useCard()
  return (
    <>
      <style dangerouslySetInnerHTML={card.value.css} />
      <div class="site-card" dangerouslySetInnerHTML={card.value.html} />
    </>
  )
})
