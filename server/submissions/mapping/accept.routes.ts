import { no } from '#contract/kit/result.ts';
import { acceptPairMappings, undoPairMappings } from '#contract/submissions/mapping.ts';
import type { PairStep } from '#domain/submissions/pair-steps.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { storedProblem } from './pair-links.ts';
import { authorOf, openSteps } from './step-book.ts';

const steps = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'step' : 'steps'}`;
const targetsOf = (all: readonly PairStep[]): number[] => [...new Set(all.map(({ targetId }) => targetId))];

/** Storing many proposed steps at once, and undoing it. */
export const acceptRoutes: Handler[] = [
  handle(acceptPairMappings, { audit: 'submission.mapping.accept' }, async ({ cust, steps: wanted }, call) => {
    const { tx } = call;
    const book = await openSteps(tx, cust, targetsOf(wanted), authorOf(call));
    const added: PairStep[] = [];
    const replaced: { before: PairStep; after: PairStep }[] = [];
    for (const [i, step] of wanted.entries()) {
      const wrong = await storedProblem(tx, cust, step);
      if (wrong) return no({ kind: 'invalid', fields: { steps: `Step ${i + 1}: ${wrong.message} Nothing was stored.` } });
      const stored = book.store(step);
      if (stored.isNew) added.push(step);
      if (stored.replaced) replaced.push({ before: stored.replaced, after: step });
    }
    const count = added.length + replaced.length;
    const reply = { message: `${steps(count)} stored`, added, replaced };
    if (count === 0) return unchanged(reply);
    await book.write();
    return done(reply, { object: ['submissionTarget', wanted[0]?.targetId ?? ''], facts: { steps: steps(count) } });
  }),

  handle(undoPairMappings, { audit: 'submission.mapping.undo' }, async ({ cust, added, replaced }, call) => {
    const { tx } = call;
    const named = targetsOf([...added, ...replaced.flatMap(({ before, after }) => [before, after])]);
    const book = await openSteps(tx, cust, named, authorOf(call));
    // One that a person changed since stays.
    const asLeft = (step: PairStep) => {
      const row = book.find(step);
      return book.holds(step) ? row : undefined;
    };
    let removed = 0;
    for (const step of added) {
      const row = asLeft(step);
      if (!row) continue;
      book.remove(row);
      removed += 1;
    }
    let restored = 0;
    for (const { before, after } of replaced) {
      // An entry that left its list meanwhile cannot come back to a mapping.
      if (!asLeft(after) || (await storedProblem(tx, cust, before))) continue;
      const stored = book.store(before);
      if (stored.isNew || stored.replaced) restored += 1;
    }
    const message = `${steps(removed)} removed${restored > 0 ? `, ${steps(restored)} restored` : ''}`;
    const reply = { message, removed, restored };
    if (removed + restored === 0) return unchanged(reply);
    await book.write();
    const target = (added[0] ?? replaced[0]?.after)?.targetId ?? '';
    return done(reply, { object: ['submissionTarget', target], facts: { steps: steps(removed + restored) } });
  }),
];
