import { describe, expect, test } from 'vitest';
import { checkRun } from './check.ts';
import type { Evidence, ListRead, Page, SentChange, Stored } from './evidence.ts';
import type { Read, Value } from './model.ts';

const cell = '1/1/billRate';
const other = '1/2/billRate';
const place = (seq: number) => ({ customer: 1, lane: 'phone', seq });
const read = (value: Value, of = cell): Read => ({ cell: of, value });

/** A change to a job, with the lines that the database holds about it. */
function change(seq: number, seen: Value, value: Value, rev: number, of = cell) {
  const began = 10 * seq;
  const sent: SentChange = { ...place(seq), cell: of, seen, value, began, ended: began + 2, answer: { outcome: 'applied', rev } };
  return {
    sent,
    result: { ...place(seq), xid: `x${rev}`, rev, conflicting: [] },
    audit: { ...place(seq), xid: `x${rev}`, rev },
    history: { customer: 1, cell: of, before: seen, after: value, xid: `x${rev}`, byPerson: true },
  };
}

const page = (began: number, over: Partial<Page> = {}): Page => ({
  customer: 1,
  lane: 'phone',
  began,
  ended: began + 1,
  since: 0,
  upto: 1,
  head: 1,
  lastSeq: 0,
  jobs: [],
  ...over,
});
const job = (id: number, rev: number, value: Value) => ({ id, rev, values: [read(value, id === 1 ? cell : other)] });
const first = page(1, { jobs: [job(1, 1, 100), job(2, 1, 100)] });

/** Two applied changes of one lane, with a pull before and after them. */
function sound(): Evidence {
  const changes = [change(1, 100, 1001, 2), change(2, 1001, 1002, 3)];
  return {
    initial: new Map([
      [cell, 100],
      [other, 100],
    ]),
    sent: changes.map(({ sent }) => sent),
    pages: [first, page(40, { since: 1, upto: 3, head: 3, lastSeq: 2, jobs: [job(1, 3, 1002)] })],
    lists: [],
    surprises: [],
    stored: {
      results: changes.map(({ result }) => result),
      audit: changes.map(({ audit }) => audit),
      history: changes.map(({ history }) => history),
      lanes: [{ customer: 1, lane: 'phone', last: 2 }],
      heads: new Map([[1, 3]]),
      final: [read(1002), read(100, other)],
    },
  };
}

const kinds = (over: Partial<Evidence>, stored: Partial<Stored> = {}): string[] => {
  const base = sound();
  const { anomalies } = checkRun({ ...base, ...over, stored: { ...base.stored, ...stored } });
  return [...new Set(anomalies.map(({ kind }) => kind))];
};
const { sent, pages, stored } = sound();
const [one, two] = [change(1, 100, 1001, 2), change(2, 1001, 1002, 3)];

describe('a sound run', () => {
  test('has no anomaly, also when a change was never answered', () => {
    expect(kinds({})).toEqual([]);
    // It took effect.
    expect(kinds({ sent: [one.sent, { ...two.sent, ended: null, answer: null }] })).toEqual([]);
    // It did not.
    const without = { results: [one.result], audit: [one.audit], history: [one.history], final: [read(1001), read(100, other)] };
    const place = { lanes: [{ customer: 1, lane: 'phone', last: 1 }], heads: new Map([[1, 2]]) };
    expect(
      kinds({ sent: [one.sent, { ...two.sent, ended: null, answer: null }], pages: [first] }, { ...without, ...place }),
    ).toEqual([]);
  });

  test('reports the transactions that it checked', () => {
    expect(checkRun(sound())).toEqual({ anomalies: [], transactions: 5 });
  });

  test('a rule’s value needs no change of a device', () => {
    const rate = '1/1/localRate';
    const line = { customer: 1, cell: rate, before: null, after: 9, xid: 'r1', byPerson: false };
    expect(kinds({}, { history: [...stored.history, line] })).toEqual([]);
    expect(kinds({}, { history: [...stored.history, { ...line, byPerson: true }] })).toEqual(['unknown change']);
  });
});

describe('what the database holds about changes', () => {
  test('[K1] a change with two results, two effects or two audit lines', () => {
    expect(kinds({}, { results: [one.result, two.result, two.result] })).toEqual(['applied twice']);
    expect(kinds({}, { history: [...stored.history, two.history] })).toContain('applied twice');
    expect(kinds({}, { audit: [...stored.audit, two.audit] })).toEqual(['applied twice']);
  });

  test('[K4] results out of order', () => {
    expect(kinds({}, { results: [two.result] })).toContain('out of order');
    expect(kinds({}, { lanes: [{ customer: 1, lane: 'phone', last: 7 }] })).toEqual(['out of order']);
    const [late, early] = [change(1, 100, 1001, 3), change(2, 1001, 1002, 2)];
    const swapped = {
      results: [late.result, early.result],
      audit: [late.audit, early.audit],
      history: [late.history, early.history],
    };
    expect(kinds({ sent: [late.sent, early.sent], pages: [] }, swapped)).toContain('out of order');
  });

  test('[K2] a change that was acknowledged and is gone', () => {
    const rest = { results: [one.result], audit: [one.audit], history: [one.history], final: [read(1001), read(100, other)] };
    const lanes = [{ customer: 1, lane: 'phone', last: 1 }];
    expect(kinds({ pages: [first] }, { ...rest, lanes })).toEqual(['acknowledged change lost']);
  });

  test('an answer that differs from what is stored', () => {
    expect(kinds({ sent: [one.sent, { ...two.sent, answer: { outcome: 'applied', rev: 9 } }] })).toEqual(['wrong answer']);
    expect(kinds({ sent: [one.sent, { ...two.sent, answer: { outcome: 'rejected', code: 'conflict' } }] })).toEqual([
      'wrong answer',
    ]);
  });

  test('[K1] a result without effect, and an effect of a refused change', () => {
    expect(kinds({ pages: [first] }, { history: [one.history], final: [read(1001), read(100, other)] })).toContain(
      'applied without effect',
    );
    const refused = { ...two.result, rev: null };
    expect(kinds({}, { results: [one.result, refused], audit: [one.audit] })).toContain('effect of a refused change');
  });

  test('[K8] a value that was overwritten without having been seen', () => {
    expect(kinds({ sent: [one.sent, { ...two.sent, seen: 100 }] })).toEqual(['unseen value overwritten']);
  });

  test('an audit line without its change, a change without its line, and a line of another transaction', () => {
    expect(kinds({}, { audit: [one.audit] })).toEqual(['change without audit line']);
    expect(kinds({}, { audit: [...stored.audit, { ...place(3), xid: 'x9', rev: 9 }] })).toEqual(['audit line without change']);
    expect(kinds({}, { audit: [one.audit, { ...two.audit, xid: 'x9' }] })).toEqual(['audit line apart from its change']);
    expect(kinds({}, { audit: [one.audit, { ...two.audit, rev: 2 }] })).toEqual(['audit line apart from its change']);
  });

  test('a result that was written apart from its change', () => {
    const apart = { results: [one.result, { ...two.result, xid: 'x9' }], audit: [one.audit, { ...two.audit, xid: 'x9' }] };
    expect(kinds({}, apart)).toContain('result apart from its change');
  });

  test('a revision of two transactions, and one above the head', () => {
    const same = change(2, 1001, 1002, 2);
    const results = [one.result, { ...same.result, xid: 'x9' }];
    const lines = { audit: [one.audit, { ...same.audit, xid: 'x9' }], history: [one.history, { ...same.history, xid: 'x9' }] };
    expect(kinds({ sent: [one.sent, same.sent], pages: [first] }, { results, ...lines })).toContain('revision used twice');
    expect(kinds({ pages: [first] }, { heads: new Map([[1, 2]]) })).toContain('revision above the head');
  });
});

describe('what devices read', () => {
  const last = pages[1] ?? first;
  const list = (began: number, value: Value): ListRead => ({
    customer: 1,
    lane: 'phone',
    began,
    ended: began + 1,
    values: [read(value)],
  });

  test('[K5] a pull that skips a revision', () => {
    const found = kinds({ pages: [first, { ...last, jobs: [] }] });
    expect(found).toContain('skipped revision');
    // The same fault as a cycle: the device's view misses a commit that its pull follows.
    expect(found.some((kind) => kind.startsWith('G-single'))).toBe(true);
  });

  test('[K4] a head, a page and a row that go back', () => {
    const again = page(50, { since: 3, upto: 3, head: 3, lastSeq: 2 });
    expect(kinds({ pages: [first, last, again] })).toEqual([]);
    expect(kinds({ pages: [first, last, { ...again, head: 2, upto: 2 }] })).toEqual(
      expect.arrayContaining(['head went back', 'feed went back']),
    );
    expect(kinds({ pages: [first, last, { ...again, jobs: [job(1, 2, 1001)] }] })).toEqual(
      expect.arrayContaining(['feed row went back', 'row outside its page', 'non-monotonic read']),
    );
  });

  test('[K4] a list that shows an earlier value than a pull before it', () => {
    expect(kinds({ lists: [list(60, 1002)] })).toEqual([]);
    expect(kinds({ lists: [list(60, 1001)] })).toContain('non-monotonic read');
  });

  test('[K4] a pull that reports too few or too many changes of its lane', () => {
    expect(kinds({ pages: [first, { ...last, lastSeq: 1 }] })).toEqual(['wrong last number']);
    expect(kinds({ pages: [first, { ...last, lastSeq: 3 }] })).toEqual(['wrong last number']);
  });

  test('a page with one of two values that were written together', () => {
    const [a, b] = [change(1, 100, 1001, 2), change(2, 100, 1002, 2, other)];
    const batch = [a.sent, { ...b.sent, began: a.sent.began }];
    const together = {
      results: [a.result, b.result],
      audit: [a.audit, b.audit],
      history: [a.history, b.history],
      heads: new Map([[1, 2]]),
      final: [read(1001), read(1002, other)],
    };
    const half = page(40, { since: 1, upto: 2, head: 2, lastSeq: 2, jobs: [job(1, 2, 1001)] });
    expect(kinds({ sent: batch, pages: [first, half] }, together)).toContain('G-single');
    const whole = { ...half, jobs: [job(1, 2, 1001), job(2, 2, 1002)] };
    expect(kinds({ sent: batch, pages: [first, whole] }, together)).toEqual([]);
  });

  test('an answer that the protocol does not allow is an anomaly', () => {
    expect(kinds({ surprises: ['a push answered gap'] })).toEqual(['unexpected answer']);
    expect(sent).toHaveLength(2);
  });
});
