import { expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint } from '#contract/kit/endpoint.ts';
import { wire } from '#contract/kit/wire-names.ts';
import { readArgs } from './read-args.ts';

const save = endpoint('POST /api/thing/:id', {
  about: 'A call of this test.',
  args: z.object({
    id: wire('objID', z.coerce.number()),
    name: wire('ObjectName', z.string().min(1, 'Write the name')).default('none'),
  }),
  reply: z.object({}),
  fails: ['invalid'],
  needs: 'session',
  offline: 'online',
  example: {},
});
const read = (body: unknown, query: unknown = {}) => readArgs(save, { params: { id: '7' }, query, body });

test('Arguments under documented names arrive under plain ones; the key of the path by its place', () => {
  expect(read({ ObjectName: 'Mercy' })).toEqual({ ok: true, value: { id: 7, name: 'Mercy' } });
  expect(read({}, { ObjectName: 'Mercy' })).toEqual({ ok: true, value: { id: 7, name: 'Mercy' } });
  expect(read({ id: 9, objID: 9, ObjectName: 'Mercy' })).toEqual({ ok: true, value: { id: 7, name: 'Mercy' } });
});

test('A plain name where the documented one is due is refused, and the refusal says what to send', () => {
  expect(read({ name: 'Mercy' })).toEqual({
    ok: false,
    error: { kind: 'invalid', fields: { name: 'Send this as ObjectName' } },
  });
});

test('A refused argument is named as it was sent', () => {
  expect(read({ ObjectName: '' })).toEqual({ ok: false, error: { kind: 'invalid', fields: { ObjectName: 'Write the name' } } });
});

test('A field of the body that the call does not know is refused by name; of the query it is not looked at', () => {
  const refused = { ObjectNam: 'This call has no such field: leave it out.' };
  expect(read({ ObjectNam: 'Mercy' })).toEqual({ ok: false, error: { kind: 'invalid', fields: refused } });
  expect(read({ ObjectName: '', ObjectNam: 'Mercy' })).toEqual({
    ok: false,
    error: { kind: 'invalid', fields: { ...refused, ObjectName: 'Write the name' } },
  });
  expect(read({ ObjectName: 'Mercy' }, { _: '1' })).toMatchObject({ ok: true });
});
