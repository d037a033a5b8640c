/** Whether each row of a measurement is right, by the id of the row. */
export type RowResults = ReadonlyMap<string, boolean>;

/** Two measurements of the same rows. `lost` were right before and are wrong now; `won` the other way round. */
export type Comparison = {
  readonly rows: number;
  readonly lost: readonly string[];
  readonly won: readonly string[];
  /** How likely so uneven a change is by chance, 0 to 1 (McNemar's exact test, two-sided). */
  readonly chance: number;
  /** `same` also where the difference may well be chance. */
  readonly verdict: 'better' | 'worse' | 'same';
};

/** A difference counts as found where chance alone gives one so uneven in fewer than one of 20 cases. */
const limit = 0.05;

/** Compares two measurements, row by row. Rows that only one of them has do not count. */
export function compareResults(before: RowResults, now: RowResults): Comparison {
  const both = [...now].filter(([id]) => before.has(id));
  const lost = both.filter(([id, right]) => !right && before.get(id)).map(([id]) => id);
  const won = both.filter(([id, right]) => right && !before.get(id)).map(([id]) => id);
  const chance = evenChance(lost.length, won.length);
  const found = chance < limit;
  const verdict = !found ? 'same' : won.length > lost.length ? 'better' : 'worse';
  return { rows: both.length, lost, won, chance, verdict };
}

/** How likely two counts are at least so uneven, if each change goes either way with the same chance. */
function evenChance(lost: number, won: number): number {
  const changes = lost + won;
  // The logarithm keeps large counts in range.
  let logTerm = -changes * Math.LN2;
  let tail = 0;
  for (let i = 0; i <= Math.min(lost, won); i++) {
    tail += Math.exp(logTerm);
    logTerm += Math.log((changes - i) / (i + 1));
  }
  return Math.min(1, 2 * tail);
}
