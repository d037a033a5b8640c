import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Audience } from '#contract/support/audience.ts';
import { type AudienceFacts, audienceProblem, isAddressed, tidyAudience } from './audience.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20261121);
const ids = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 });
const anAudience = fc.record({ customers: ids, crawlers: ids, targetKinds: ids, everyone: fc.boolean() });
const someFacts = fc.record({ customerId: fc.integer({ min: 1, max: 6 }), crawlers: ids, targetKinds: ids });

/** The rule as people say it, with sets in place of searches. */
function plainly(audience: Audience, facts: AudienceFacts): boolean {
  const chosen = [audience.customers, audience.crawlers, audience.targetKinds].map((list) => new Set(list));
  const owned = [new Set([facts.customerId]), new Set(facts.crawlers), new Set(facts.targetKinds)];
  if (chosen.every(({ size }) => size === 0)) return audience.everyone;
  for (const [at, list] of chosen.entries()) {
    if (list.size === 0) continue;
    const common = [...list].filter((id) => owned[at]?.has(id));
    if (common.length === 0) return false;
  }
  return true;
}

test('a person is addressed if they match every list that is not empty, by any entry of it', () => {
  const seen = { addressed: 0, not: 0, byTwoLists: 0 };
  fc.assert(
    fc.property(anAudience, someFacts, (audience, facts) => {
      const is = isAddressed(audience, facts);
      expect(is).toBe(plainly(audience, facts));
      const lists = [audience.customers, audience.crawlers, audience.targetKinds].filter(({ length }) => length > 0);
      seen[is ? 'addressed' : 'not'] += 1;
      if (is && lists.length > 1) seen.byTwoLists += 1;
    }),
    { seed, numRuns: 3000 },
  );
  expect(Math.min(seen.addressed, seen.not)).toBeGreaterThan(300);
  expect(seen.byTwoLists).toBeGreaterThan(50);
});

test('a further list never adds people, and a further entry of a list never removes any', () => {
  let compared = 0;
  fc.assert(
    fc.property(anAudience, someFacts, fc.integer({ min: 1, max: 6 }), (audience, facts, more) => {
      if (audience.everyone || audienceProblem(audience) !== null) return;
      compared += 1;
      const further = { ...audience, crawlers: [...audience.crawlers, more] };
      const [before, after] = [isAddressed(audience, facts), isAddressed(further, facts)];
      // A first entry begins a list, which narrows; a further one widens it.
      if (audience.crawlers.length === 0) expect(after && !before).toBe(false);
      else expect(before && !after).toBe(false);
    }),
    { seed, numRuns: 2000 },
  );
  expect(compared).toBeGreaterThan(300);
});

test('repeated entries and their order change nothing', () => {
  fc.assert(
    fc.property(anAudience, someFacts, (audience, facts) => {
      const tidy = tidyAudience(audience);
      expect(isAddressed(tidy, facts)).toBe(isAddressed(audience, facts));
      expect(tidyAudience(tidy)).toEqual(tidy);
    }),
    { seed, numRuns: 500 },
  );
});

test('everyone must be chosen, and not beside a list', () => {
  const none = { customers: [], crawlers: [], targetKinds: [], everyone: false };
  expect(audienceProblem(none)).toBe('Choose customers, crawlers or targets, or choose everyone.');
  expect(isAddressed(none, { customerId: 1, crawlers: [1], targetKinds: [1] })).toBe(false);
  expect(audienceProblem({ ...none, everyone: true })).toBeNull();
  expect(audienceProblem({ ...none, crawlers: [3] })).toBeNull();
  expect(audienceProblem({ ...none, crawlers: [3], everyone: true })).toBe(
    'Clear the lists to address everyone, or turn everyone off to use the lists.',
  );
});
