const SECOND = 1000

/** Acts on hints of other tabs at most once a second. */
export class HintTimer {
  readonly #act: () => void
  #actedAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(act: () => void) {
    this.#act = act
  }

  schedule(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        this.#actedAt = Date.now()
        this.#act()
      },
      Math.max(0, this.#actedAt + SECOND - Date.now()),
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
