import { no } from '#contract/kit/result.ts';
import { acceptPairMappings, undoPairMappings } from '#contract/submissions/mapping.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { isStored, type PairStep, removeStep, stepProblem, storeStep } from './pair-links.ts';

const steps = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'step' : 'steps'}`;

/** Storing many proposed steps at once, and undoing it. */
export const acceptRoutes: Handler[] = [
  handle(acceptPairMappings, { audit: 'submission.mapping.accept' }, async ({ cust, steps: wanted }, { tx }) => {
    const added: PairStep[] = [];
    const replaced: { before: PairStep; after: PairStep }[] = [];
    for (const [i, step] of wanted.entries()) {
      const wrong = await stepProblem(tx, cust, step);
      if (wrong !== null) return no({ kind: 'invalid', fields: { steps: `Step ${i + 1}: ${wrong} Nothing was stored.` } });
      const stored = await storeStep(tx, cust, step);
      if (stored.isNew) added.push(step);
      if (stored.replaced) replaced.push({ before: stored.replaced, after: step });
    }
    const count = added.length + replaced.length;
    const reply = { message: `${steps(count)} stored`, added, replaced };
    if (count === 0) return unchanged(reply);
    return done(reply, { object: ['submissionTarget', wanted[0]?.targetId ?? ''], facts: { steps: steps(count) } });
  }),

  handle(undoPairMappings, { audit: 'submission.mapping.undo' }, async ({ cust, added, replaced }, { tx }) => {
    let removed = 0;
    for (const step of added) if (await removeStep(tx, cust, step)) removed += 1;
    let restored = 0;
    for (const { before, after } of replaced) {
      // One that a person changed since stays, and an entry that left its list meanwhile cannot come back to a mapping.
      if (!(await isStored(tx, cust, after)) || (await stepProblem(tx, cust, before)) !== null) continue;
      const stored = await storeStep(tx, cust, before);
      if (stored.isNew || stored.replaced) restored += 1;
    }
    const message = `${steps(removed)} removed${restored > 0 ? `, ${steps(restored)} restored` : ''}`;
    const reply = { message, removed, restored };
    if (removed + restored === 0) return unchanged(reply);
    const target = (added[0] ?? replaced[0]?.after)?.targetId ?? '';
    return done(reply, { object: ['submissionTarget', target], facts: { steps: steps(removed + restored) } });
  }),
];
