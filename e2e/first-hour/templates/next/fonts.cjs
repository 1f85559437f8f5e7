// Next's own variable NEXT_FONT_GOOGLE_MOCKED_RESPONSES names this file, so that a new app needs no network for its fonts
const url = (name) => `https://fonts.googleapis.com/css2?family=${name}:wght@100..900&display=swap`

module.exports = {
  [url("Geist")]: "@font-face { font-family: Geist; src: local(sans-serif) }",
  [url("Geist+Mono")]: "@font-face { font-family: 'Geist Mono'; src: local(monospace) }",
}
