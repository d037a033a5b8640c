import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '#domain/commands/kit/command.ts';
import { aTicket, newTicket, ticketChanges } from '#tests/support/factories/ticket-factory.ts';
import { commands } from '../commands.ts';
import { localIdOf } from '../local-id.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';

const ann = { by: 'Ann', at: '2026-11-21T12:00:00.000Z' };
const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';
const id = localIdOf(ref);

function aDesk(...tickets: ReturnType<typeof aTicket>[]) {
  const rows = rowSet(tickets.map((row) => ({ collection: 'ticket', row }) as const));
  const run = ({ name, args }: Change, by = ann) => {
    const ran = runPure(commands[name], args as never, {}, rows, by);
    if (ran.outcome === 'applied') for (const write of ran.writes) rows.put(write);
    return ran.outcome === 'applied' ? 'applied' : ran.code;
  };
  return { rows, run, ticket: (of = 121) => rows.get('ticket', of) };
}
const answer = (over: object = {}) =>
  ({
    name: 'ticket.comment.v1',
    args: { id, ref, ticketId: 121, ticketRef: null, authorId: 6, fromProvider: false, text: 'Here', ...over },
  }) as Change;

test('a new ticket is its sender’s and open, and has neither email address nor phone', () => {
  const { rows, run } = aDesk();
  for (const _ of [1, 2]) expect(run({ name: 'ticket.create.v1', args: newTicket(ref, { phone: '555 010' }) })).toBe('applied');
  const ticket = rows.get('ticket', id);
  expect(ticket).toMatchObject({ author: 'Ann', status: 'open', createdAt: ann.at, comments: 0, lastAnswer: null, version: 1 });
  expect(JSON.stringify(ticket)).not.toMatch(/example\.org|555 010/);
});

test('a ticket that is sent again keeps what happened since', () => {
  const { run, ticket } = aDesk(aTicket({ id, ref, status: 'closed', comments: 2 }));
  expect(run({ name: 'ticket.create.v1', args: newTicket(ref) })).toBe('applied');
  expect(ticket(id)).toMatchObject({ status: 'closed', comments: 2 });
});

test('an answer is counted once and says who spoke last, also when the change runs again', () => {
  const { rows, run, ticket } = aDesk(aTicket());
  for (const _ of [1, 2]) expect(run(answer())).toBe('applied');
  expect(ticket()).toMatchObject({ comments: 1, lastAnswer: { by: 'Ann', at: ann.at, fromProvider: false }, changedAt: ann.at });
  expect(rows.get('ticketComment', id)).toMatchObject({ author: 'Ann', authorId: 6, text: 'Here', writtenAt: ann.at });
});

test('an answer to a ticket that was closed meanwhile reopens it', () => {
  const { run, ticket } = aDesk(aTicket({ status: 'closed' }));
  expect(run(answer())).toBe('applied');
  expect(ticket()).toMatchObject({ status: 'open', comments: 1 });
});

test('a ticket that is not there takes no answer', () => {
  const { run } = aDesk();
  expect(run(answer())).toBe('gone');
  expect(run({ name: 'ticket.status.v1', args: { id: 121, ref: null, status: 'closed' } })).toBe('gone');
});

test('closing twice is once, and the undo reopens it', () => {
  const { run, ticket } = aDesk(aTicket());
  const close: Change = { name: 'ticket.status.v1', args: { id: 121, ref: null, status: 'closed' } };
  expect(run(close)).toBe('applied');
  const { version } = ticket() ?? {};
  expect(run(close)).toBe('applied');
  expect(ticket()).toMatchObject({ status: 'closed', version });
  const back = commands['ticket.status.v1'].inverse;
  if (back === 'none') throw new Error('closing can be undone');
  const before = [{ collection: 'ticket' as const, id: 121, fields: { status: 'open' } }];
  expect(back({ id: 121, ref: null, status: 'closed' }, before)).toEqual([
    { name: 'ticket.status.v1', args: { id: 121, ref: null, status: 'open' } },
  ]);
});

test('in any order, each answer is there once, the count is that of the answers, and no change is refused', () => {
  const change = fc.oneof(
    ...Object.entries(ticketChanges).map(([name, args]) =>
      (args as fc.Arbitrary<unknown>).map((each) => ({ name, args: each }) as Change),
    ),
  );
  let answers = 0;
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (all) => {
      const { rows, run } = aDesk(aTicket(), aTicket({ id: 122, status: 'closed' }));
      for (const each of all) expect(run(each)).toBe('applied');
      const refs = new Set(all.flatMap(({ name, args }) => (name === 'ticket.comment.v1' ? [(args as { id: number }).id] : [])));
      const counted = [121, 122].reduce((sum, of) => sum + (rows.get('ticket', of)?.comments ?? 0), 0);
      expect(counted).toBe(refs.size);
      answers += refs.size;
    }),
    { seed: 20261128, numRuns: 300 },
  );
  expect(answers).toBeGreaterThan(100); // not vacuous
});

test('an answer to a merged ticket belongs to the kept one at once; the merged one stays closed and has none', () => {
  const { rows, run, ticket } = aDesk(aTicket({ status: 'closed', mergedInto: 122 }), aTicket({ id: 122 }));
  for (const _ of [1, 2]) expect(run(answer())).toBe('applied');
  expect(rows.get('ticketComment', id)).toMatchObject({ ticketId: 122, text: 'Here' });
  // The service changes the kept ticket, whose row the change does not name.
  expect(ticket()).toMatchObject({ status: 'closed', comments: 0, version: 1 });
  expect(run({ name: 'ticket.status.v1', args: { id: 121, ref: null, status: 'open' } })).toBe('changed');
  expect(run({ name: 'ticket.status.v1', args: { id: 121, ref: null, status: 'closed' } })).toBe('applied');
});
