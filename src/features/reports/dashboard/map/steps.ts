/** How many steps of color the map has. */
const stepCount = 5;

/** One step: the figures from `from` to `to`, both included. */
export type Step = { readonly step: number; readonly from: number; readonly to: number };

/**
 * Figures above zero in at most five steps with about the same number of places each. Equal figures are always in one step, so there may
 * be fewer steps than five.
 */
export function stepsOf(figures: readonly number[]): readonly Step[] {
  const sorted = figures.filter((figure) => figure > 0).sort((a, b) => a - b);
  const bounds = Array.from({ length: stepCount }, (_, i) => sorted[Math.ceil(((i + 1) * sorted.length) / stepCount) - 1] ?? 0);
  const steps: Step[] = [];
  for (const [i, to] of bounds.entries()) {
    const after = steps.at(-1)?.to ?? 0;
    const from = sorted.find((figure) => figure > after);
    if (from === undefined || to < from) continue;
    steps.push({ step: i + 1, from, to });
  }
  return steps;
}

/** The step of a figure; 0 for none. */
export const stepOf = (figure: number, steps: readonly Step[]): number =>
  figure <= 0 ? 0 : (steps.find(({ to }) => figure <= to)?.step ?? stepCount);
