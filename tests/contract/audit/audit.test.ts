import { expect, test } from 'vitest';
import * as z from 'zod';
import { endpoint, routeOf } from '#contract/kit/endpoint.ts';
import { ok } from '#contract/kit/result.ts';
import { handle } from '#server/kit/http/handle.ts';
import { routes } from '#server/routes.ts';

const method = ({ endpoint }: (typeof routes)[number]) => routeOf(endpoint).method;
const writing = routes.filter((handler) => method(handler) !== 'GET');
const named = writing.filter(({ audit }) => audit !== null && !audit.startsWith('none: '));

test('every call except GETs declares its audit line, or the reason for none; no GET declares one', () => {
  expect(writing.length).toBeGreaterThan(100);
  for (const { endpoint, audit } of writing) expect(audit, endpoint.route).toMatch(/^(none: \w.{12,}|[a-z]+(\.[a-z_]+){1,3})$/);
  expect(routes.filter((handler) => method(handler) === 'GET' && handler.audit !== null)).toEqual([]);
});

test('only the known calls have no audit line, with these reasons', () => {
  const reasons = new Map<string, number>();
  for (const { audit } of writing) if (audit?.startsWith('none: ')) reasons.set(audit, (reasons.get(audit) ?? 0) + 1);
  // Before you add a call here, check that other code writes its audit line or that it changes nothing.
  expect({ named: named.length, reasons: Object.fromEntries(reasons) }).toMatchInlineSnapshot(`
    {
      "named": 247,
      "reasons": {
        "none: it asks a model one question and notes how it answered": 1,
        "none: it asks a model; the log of calls has it, and a row of the dataset names the model": 1,
        "none: it begins what the code ends": 2,
        "none: it goes on with the same session; one that is ended for a stolen token writes its line": 1,
        "none: it only asks FreshBooks and keeps its answer": 1,
        "none: it only counts and logs what browsers report": 1,
        "none: it only draws a challenge for a pending sign-in": 1,
        "none: it only draws a challenge for the session": 2,
        "none: it only reads": 41,
        "none: it only reads from FreshBooks and keeps what it read": 1,
        "none: it only reads from Jira and keeps nothing": 1,
        "none: it only reads from Twilio and keeps nothing": 1,
        "none: it only sends the browser to a provider, and what comes back writes its line": 3,
        "none: it sends one test message and keeps nothing": 1,
        "none: no user answers, so that it writes a line without one itself": 3,
        "none: no user pays, so that it writes a line without one itself": 1,
        "none: the command layer writes the line of the command": 52,
        "none: the queue of runs writes the line of the run": 9,
        "none: the row of the device keeps what it says of itself": 1,
        "none: the run that reads the delivery has its line in the history of the task": 1,
        "none: the status that is read after it has its line in the history of the submission": 1,
        "none: what it leads to has lines of its own": 1,
        "none: whether an address is known must not show, so that the link writes its line later": 1,
      },
    }
  `);
});

test('a handler without its audit does not compile', () => {
  const base = { args: z.object({}), fails: [], needs: 'session', offline: 'online', about: 'For tests.' } as const;
  const save = endpoint('POST /api/test/save', { ...base, reply: z.object({}), example: {} });
  // @ts-expect-error the audit line is missing
  handle(save, {}, async () => ok({}));
  // @ts-expect-error the reply has no audit details
  handle(save, { audit: 'test.save' }, async () => ok({}));
  // @ts-expect-error a call that loads rows must declare `not_found`
  handle(save, { audit: 'none: for tests', load: {} }, async () => ok({}));
  expect(handle(save, { audit: 'none: for tests' }, async () => ok({})).audit).toBe('none: for tests');
});
