/** Loads a component on the first click: when its tab is chosen, or when the component itself is used. */
export default (load, _options, element) => {
  const run = async () => (await load())()
  for (const type of ["pointerdown", "focusin"]) element.addEventListener(type, run, { once: true })
  const tab = element.closest(".stage")?.querySelector('input[value="React"]')
  tab?.addEventListener("change", run, { once: true })
}
