/** How two samples differ. */
export interface SampleDifference {
  /** The probability that a value of the first sample is larger than one of the second. 0.5 if they are alike. */
  probability: number
  /**
   * The difference in standard deviations of the test. Samples of one distribution exceed 4.5 once in 150,000 tests.
   */
  z: number
  /** How much larger the first sample's values are: the median of all differences between the two (Hodges-Lehmann). */
  shift: number
}

/** A round of a comparison. */
export interface ComparedRound extends SampleDifference {
  /** A shift up to this doesn't count, at the machine's speed in this round. @default 0 */
  allowed?: number
}

/**
 * Compares two samples by the Mann-Whitney U test. It assumes no distribution, and a few slow requests barely count.
 *
 * @see [NIST Dataplot, rank sum test](https://www.itl.nist.gov/div898/software/dataplot/refman1/auxillar/ranksum.htm)
 */
export function mannWhitney(first: readonly number[], second: readonly number[]): SampleDifference {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ]
  all.sort((one, other) => one.value - other.value)
  let rankSum = 0
  for (let start = 0, end = 0; start < all.length; start = end) {
    while (end < all.length && all[end]?.value === all[start]?.value) end++
    const rank = (start + 1 + end) / 2 // equal values share the mean of their ranks
    rankSum += rank * all.slice(start, end).filter(({ isFirst }) => isFirst).length
  }
  const [n, m] = [first.length, second.length]
  const larger = rankSum - (n * (n + 1)) / 2
  const z = (larger - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return { probability: larger / (n * m), z, shift: medianDifference(first, second) }
}

/** How many times as many samples as the first round each round has. */
const ROUNDS: readonly number[] = [1, 2, 4]
/** A first round below so many standard deviations is the last. One of 370 of one distribution exceeds it. */
const SUSPICIOUS = 3

interface RoundsOptions {
  /** Samples of each kind in the first round. */
  samples: number
  /** A difference counts if it is certain (in standard deviations) and large enough (in the unit of the samples). */
  least: Pick<SampleDifference, "z" | "shift">
  /** @default {@link ROUNDS} */
  rounds?: readonly number[] | undefined
}

/** The result of {@link compareInRounds}. */
export interface RoundsResult {
  readonly isNoticed: boolean
  readonly rounds: readonly ComparedRound[]
}

/**
 * Compares two kinds of samples. If a difference is suspected, it takes fresh and larger samples, and only these
 * decide: it must be large in each round of them. So an accident, such as other work on the machine, goes away, and a
 * real difference becomes clearer.
 *
 * @param draw takes fresh samples of each kind, in random order
 * @see [Stouffer's method](https://en.wikipedia.org/wiki/Fisher%27s_method#Relation_to_Stouffer's_Z-score_method)
 */
export async function compareInRounds(
  draw: (samples: number) => Promise<ComparedRound>,
  { samples, least, rounds: factors = ROUNDS }: RoundsOptions,
): Promise<RoundsResult> {
  const rounds: ComparedRound[] = []
  for (const factor of factors) {
    rounds.push(await draw(samples * factor))
    if (Math.abs(rounds[0]?.z ?? 0) < SUSPICIOUS) return { isNoticed: false, rounds }
  }
  const fresh = rounds.slice(1).map(({ z }, index) => ({ z, weight: Math.sqrt(factors[index + 1] ?? 1) }))
  const sum = fresh.reduce((total, { z, weight }) => total + weight * z, 0)
  const z = sum / Math.hypot(...fresh.map(({ weight }) => weight))
  const isSameWay = Math.sign(z) === Math.sign(rounds[0]?.z ?? 0)
  const isLarge = rounds.slice(1).every(({ shift, allowed = 0 }) => Math.abs(shift) > Math.max(least.shift, allowed))
  return { isNoticed: isSameWay && isLarge && Math.abs(z) > least.z, rounds }
}

function medianDifference(first: readonly number[], second: readonly number[]): number {
  const differences = Float64Array.from(first.flatMap((one) => second.map((other) => one - other))).sort()
  return differences[differences.length >> 1] ?? 0
}
