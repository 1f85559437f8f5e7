/** The stylesheet of the provider's pages. It looks different from the app, so that the two aren't confused. */
export const STYLE = `
:root { color-scheme: light dark; --page: light-dark(#eef3f1, #0b100e); --card: light-dark(#fff, #141a18); --ink: light-dark(#14201b, #eef5f1);
  --soft: light-dark(#55645d, #9db0a7); --line: light-dark(#dde5e1, #29332e); --accent: light-dark(#0f6b4c, #6fdcb0); --on-accent: light-dark(#fff, #05130d); --tint: light-dark(#e3f2ec, #1b2b25) }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100svh; display: grid; align-content: center; justify-items: center; gap: 20px; padding: 24px 16px; background: var(--page); color: var(--ink);
  font: 400 15px/1.5 system-ui, sans-serif }
main { inline-size: 100%; max-inline-size: 400px; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 20px }
.issuer { display: flex; align-items: center; gap: 8px; margin-block-end: 24px; font-weight: 600; color: var(--accent) }
.issuer svg { fill: none; stroke: currentColor; stroke-width: 2 }
h1 { font-size: 22px; line-height: 1.25; font-weight: 600; letter-spacing: -.01em }
.soft, small, .foot { color: var(--soft) }
.soft { margin-block-start: 4px } .soft strong { color: var(--ink); font-weight: 600 }
ul { list-style: none; padding: 0; margin-block: 20px 8px; display: grid; gap: 8px }
button { font: inherit; color: inherit; inline-size: 100%; min-block-size: 44px; border-radius: 12px; border: 1px solid var(--line); background: none; cursor: pointer }
button:hover { background: var(--tint) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.person, .who { display: flex; align-items: center; gap: 12px; padding: 10px 12px; text-align: start }
.person span:last-child, .who span:last-child { display: grid }
strong { font-weight: 600 } small { font-size: 13px }
.avatar { display: grid; place-items: center; inline-size: 40px; block-size: 40px; flex: none; border-radius: 50%; background: var(--tint); color: var(--accent); font-size: 14px; font-weight: 600 }
.who { margin-block: 16px; border: 1px solid var(--line); border-radius: 12px }
.wishes { margin-block: 8px 24px; gap: 4px } .wishes li { display: flex; gap: 10px } .wishes li::before { content: "✓"; color: var(--accent) }
.primary { background: var(--accent); color: var(--on-accent); border-color: transparent; font-weight: 600 }
.primary:hover { background: color-mix(in oklab, var(--accent) 88%, var(--ink)) }
.quiet { margin-block: 8px -12px; border-color: transparent; color: var(--soft) }
.foot { font-size: 13px; text-align: center }
@media (max-width: 480px) { body { align-content: start; padding: 0; background: var(--card) } main { border: 0; padding: 40px 24px 16px } .foot { padding-inline: 24px } }
`
