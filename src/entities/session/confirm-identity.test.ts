import { expect, test } from 'vitest';
import type { Fault, Refusal } from '#contract/kit/errors.ts';
import { no, ok } from '#contract/kit/result.ts';
import { loginAs } from '#contract/people/users.ts';
import type { Call } from '#src/sync/call.ts';
import { withConfirmation } from './confirm-identity.ts';

const asked: Refusal = { kind: 'confirm_identity', description: 'Confirm', factors: ['password'] };
const args = { cust: 2, user: 1, reason: 'Help' };

/** A call that gives these answers in turn, and keeps what was sent. */
function calling(...answers: (Refusal | Fault | null)[]) {
  const sent: unknown[] = [];
  const call = (async (_endpoint: unknown, given: unknown) => {
    sent.push(given);
    const error = answers.shift() ?? null;
    return error === null ? ok('done') : no(error);
  }) as unknown as Call;
  return { call, sent };
}

test('a confirmed call is sent again with the same arguments', async () => {
  const { call, sent } = calling(asked, null);
  const confirmed = withConfirmation(call, { confirm: async () => true, onMustAddFactor: () => undefined });
  expect(await confirmed(loginAs, args)).toEqual(ok('done'));
  expect(sent).toEqual([args, args]);
});

test('a dismissed question gives the refusal and sends nothing again', async () => {
  const { call, sent } = calling(asked);
  const dismissed = withConfirmation(call, { confirm: async () => false, onMustAddFactor: () => undefined });
  expect(await dismissed(loginAs, args)).toEqual(no(asked));
  expect(sent).toHaveLength(1);
});

test('other problems ask nothing; a missing second factor is reported', async () => {
  const heard: string[] = [];
  const ports = { confirm: () => Promise.reject(new Error('asked')), onMustAddFactor: () => heard.push('add') };
  expect(await withConfirmation(calling({ kind: 'forbidden' }).call, ports)(loginAs, args)).toEqual(no({ kind: 'forbidden' }));
  expect(heard).toEqual([]);
  await withConfirmation(calling({ kind: 'add_second_factor' }).call, ports)(loginAs, args);
  expect(heard).toEqual(['add']);
});
