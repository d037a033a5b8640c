import { type Seams, sound } from './base/seams.ts';
import { Faults } from './base/trace.ts';
import type { Finding } from './checks.ts';
import { endSubmissions } from './end-submissions.ts';
import { checkEnd } from './final-checks.ts';
import { type Plan, planOf } from './plan.ts';
import { healWorld, runWorld } from './run-world.ts';
import { World } from './world.ts';

export type HistoryEnd = {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
  readonly digest: string;
  readonly faults: Faults;
  readonly world: World;
};

/** Runs one history from its plan and returns the findings. */
export async function runPlan(plan: Plan, seams: Seams = sound, keepsTrace = false): Promise<HistoryEnd> {
  const faults = new Faults();
  const world = new World(plan, seams, faults, keepsTrace);
  await runWorld(world);
  await healWorld(world);
  checkEnd(world);
  if (world.plan.submissions) await endSubmissions(world);
  const digest = world.trace.digest();
  world.stop();
  await world.clock.pass(0);
  return { plan, findings: world.checks.findings, digest, faults, world };
}

export const runSeed = (seed: number, seams: Seams = sound, keepsTrace = false, steps?: number): Promise<HistoryEnd> =>
  runPlan(planOf(seed, steps), seams, keepsTrace);

/** Runs seeds until a planted bug is found; null when it is not. */
export async function hunt(plant: () => Seams, most: number, first: number): Promise<HistoryEnd | null> {
  for (let seed = first; seed < first + most; seed++) {
    const end = await runSeed(seed, plant());
    // A finding that also occurs without the bug does not count.
    if (end.findings.length > 0 && (await runSeed(seed)).findings.length === 0) return end;
  }
  return null;
}
