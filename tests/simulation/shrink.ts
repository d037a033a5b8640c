import type { HistoryEnd } from './history.ts';
import type { Plan, Step } from './plan.ts';

/**
 * Removes steps, in ever smaller groups, while the same checker still finds something. Returns the shortest history that fails
 * the same way. `run` runs a plan, at most `most` times.
 */
export async function shrink(failed: HistoryEnd, run: (plan: Plan) => Promise<HistoryEnd>, most = 300): Promise<HistoryEnd> {
  const checker = failed.findings[0]?.checker;
  let best = failed;
  let runs = 0;
  const tryWithout = async (from: number, count: number): Promise<boolean> => {
    const { plan } = best;
    const steps = joined(plan.steps, from, count);
    const end = await run({ ...plan, steps });
    runs++;
    if (!end.findings.some((finding) => finding.checker === checker)) return false;
    best = end;
    return true;
  };
  for (let size = Math.ceil(failed.plan.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.plan.steps.length && runs < most; ) {
      if (!(await tryWithout(from, size))) from += size;
    }
  }
  return best;
}

/** The steps without some of them. Their wait time is kept. */
function joined(steps: readonly Step[], from: number, count: number): readonly Step[] {
  const waited = steps.slice(from, from + count).reduce((sum, step) => sum + step.wait, 0);
  const [next, ...rest] = steps.slice(from + count);
  return [...steps.slice(0, from), ...(next ? [{ ...next, wait: next.wait + waited }, ...rest] : [])];
}
