import { component$ } from "@builder.io/qwik"
import { routeLoader$, type DocumentHead } from "@builder.io/qwik-city"
import { accountCard, themeCss } from "latchkit/html"
import { accountProps } from "latchkit/qwik"
import "latchkit/auth.css"

export { membersOnly as onRequest } from "../../members-only.ts"

export const head: DocumentHead = { title: "Settings · Harbour" }

export const useCard = routeLoader$((event) => accountProps(event))

export default component$(() => {
  const card = useCard().value
  return (
    <>
      <style dangerouslySetInnerHTML={themeCss(card.theme)} />
      <div dangerouslySetInnerHTML={accountCard(card)} />
    </>
  )
})
