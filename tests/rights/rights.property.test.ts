import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GivingRefusal, PersonEdit, RightsEdit } from '#domain/rights/giving.ts';
import { judgeEdit } from '#domain/rights/giving.ts';
import { Broken, type Judge, RightsWorld, steps } from './rights-world.ts';

/** Number of random histories: 2,000, or the value of `RIGHTS_HISTORIES` (the long form). */
const histories = Number(process.env['RIGHTS_HISTORIES'] ?? 2000);
const seed = Number(process.env['RIGHTS_SEED'] ?? 14);

type Counts = { histories: number; steps: number; accepted: number };

/** Runs random histories under a judge. Returns what went wrong, or null. */
function search(judge: Judge, numRuns: number, counts: Counts = { histories: 0, steps: 0, accepted: 0 }): string | null {
  const outcome = fc.check(
    fc.property(steps, (history) => {
      const world = new RightsWorld(judge);
      counts.histories++;
      for (const step of history) world.step(step);
      counts.steps += history.length;
      counts.accepted += world.accepted;
    }),
    { numRuns, seed },
  );
  if (!outcome.failed) return null;
  const { errorInstance } = outcome as unknown as { errorInstance: unknown };
  if (!(errorInstance instanceof Broken)) throw errorInstance;
  return errorInstance.message;
}

test('no one ever holds what no holder gave, and each customer keeps an administrator', () => {
  const counts: Counts = { histories: 0, steps: 0, accepted: 0 };
  expect(search(judgeEdit, histories, counts)).toBeNull();
  console.info(`${counts.histories} histories of ${counts.steps} edits, ${counts.accepted} of them accepted`);
  // A judge that refuses everything would prove nothing.
  expect(counts.accepted / counts.steps).toBeGreaterThan(0.1);
}, 7_200_000);

/** Judges with one fault: they do not refuse for one reason. */
const without =
  (...kinds: GivingRefusal['kind'][]): Judge =>
  (edit) =>
    judgeEdit(edit).filter(({ kind }) => !kinds.includes(kind));
/** Judges that see the people of an edit in a wrong way. */
const seeing =
  (change: (person: PersonEdit) => PersonEdit): Judge =>
  (edit) =>
    judgeEdit({ ...edit, people: edit.people.map(change) });
const withEdit =
  (change: (edit: RightsEdit) => RightsEdit): Judge =>
  (edit) =>
    judgeEdit(change(edit));

const planted: readonly (readonly [bug: string, judge: Judge])[] = [
  ['a right that the giver does not have may be given', without('right_not_held')],
  ['a right that the giver does not have may be taken', without('right_not_taken')],
  ['rights 28 and 29 may be given by all', without('provider_right')],
  ['a role that allows more may be given', without('role_not_held')],
  ['provider roles may be given by all', without('provider_role', 'role_not_held')],
  ['people with a provider role may be disabled by all', without('provider_role')],
  ['a person of a customer may become an administrator', without('not_of_provider')],
  ['the sign-in of a person with more rights may be changed', without('stronger_person')],
  ['people may lock themselves out', without('own_access', 'last_user_administrator', 'last_administrator')],
  ['people may take their own right to change users', without('own_users_write')],
  ['administrators may take their own role', without('own_administrator')],
  ['the last person who changes users may go', without('last_user_administrator')],
  ['roles may be changed by all', without('role_of_provider')],
  ['a role may go while people have it', without('role_assigned')],
  [
    'to enable a disabled person gives nothing',
    seeing((person) =>
      person.before?.state === 'disabled' ? { ...person, before: { ...person.before, state: 'invited' } } : person,
    ),
  ],
  [
    'a role that authorizes everything looks like one without rights',
    seeing((person) =>
      person.after
        ? { ...person, after: { ...person.after, role: { ...person.after.role, authorisesEverything: false } } }
        : person,
    ),
  ],
  ['someone else always remains', withEdit((edit) => ({ ...edit, othersOf: () => ({ usersWrite: 1, administrators: 1 }) }))],
  ['the edit is never of one’s own', seeing((person) => ({ ...person, isGiver: false }))],
  ['a giver counts as an administrator', withEdit((edit) => ({ ...edit, giver: { ...edit.giver, administrator: true } }))],
  ['people who follow a role are not judged', withEdit((edit) => (edit.role ? { ...edit, people: [] } : edit))],
];

test.each(planted)('a planted bug is found: %s', (_bug, judge) => {
  expect(search(judge, 20_000)).not.toBeNull();
});
