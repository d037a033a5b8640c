import { describe, expect, test } from 'vitest';
import { accountFigures, invoiceStatus } from './account.ts';
import { balanceOf, type Entry, judgeEntry } from './ledger.ts';
import { licenseCost, licenseProblem } from './license-order.ts';
import { amountOf, centsOf, shareOf, shownAmount, usd } from './money.ts';
import { monthlyCents, periodLines, type Terms, termsOn } from './period-lines.ts';
import { endedPeriods, monthsAfter, periodAt, periodOf } from './periods.ts';

describe('money', () => {
  test('half a cent is rounded up, and 0.005 is no amount', () => {
    expect([shareOf(1, 1, 2), shareOf(101, 1, 2), shareOf(99, 1, 100)]).toEqual([1, 51, 1]);
    expect([centsOf(0.005), centsOf(12.5), centsOf(1.1), centsOf(0.29), centsOf(Number.NaN)]).toEqual([
      null,
      1250,
      110,
      29,
      null,
    ]);
  });
  test('amounts on the wire and on screen', () => {
    expect([0, 5, 125_000, 123_456_789, -250].map(amountOf)).toEqual(['0.00', '0.05', '1250.00', '1234567.89', '-2.50']);
    expect([0, 125_000, 123_456_789, -250].map(usd)).toEqual(['$0.00', '$1,250.00', '$1,234,567.89', '−$2.50']);
    expect(shownAmount('1250.10')).toBe('$1,250.10');
  });
});

describe('periods', () => {
  test('31 January and a month is the last day of February, and March has 31 days again', () => {
    expect([1, 2, 13].map((months) => monthsAfter('2023-01-31', months))).toEqual(['2023-02-28', '2023-03-31', '2024-02-29']);
    expect(monthsAfter('2024-03-31', -1)).toBe('2024-02-29');
    expect(periodAt('2024-01-31', 1)).toEqual({ fromOn: '2024-02-29', untilOn: '2024-03-31' });
  });
  test('a day is in one period', () => {
    expect(periodOf('2026-01-15', '2026-03-15')).toEqual({ fromOn: '2026-03-15', untilOn: '2026-04-15' });
    expect(periodOf('2026-01-15', '2026-03-14')).toEqual({ fromOn: '2026-02-15', untilOn: '2026-03-15' });
    expect(periodOf('2026-01-15', '2025-12-01')).toEqual({ fromOn: '2026-01-15', untilOn: '2026-02-15' });
  });
  test('periods that are over, from a day on', () => {
    const from = endedPeriods('2026-01-15', '2026-02-15', '2026-04-15', 10).map(({ fromOn }) => fromOn);
    expect(from).toEqual(['2026-02-15', '2026-03-15']);
    expect(endedPeriods('2026-01-15', '2026-01-15', '2026-04-15', 1)).toHaveLength(1);
  });
});

const terms: Terms = {
  fromOn: '2026-01-01',
  plan: 'Team',
  monthCents: 60_000,
  connections: 0,
  connectionCents: 4500,
  users: 0,
  userCents: 1200,
};

describe('lines of a period', () => {
  const june = { fromOn: '2026-06-01', untilOn: '2026-07-01' };
  test('a month without a change is one line of the price', () => {
    expect(periodLines(june, [terms])).toEqual([
      { text: 'Plan Team', quantity: 1, unitCents: 60_000, amountCents: 60_000, ...june },
    ]);
  });
  test('licenses that are added within a month count from that day, and the plan stays one line', () => {
    const more = { ...terms, fromOn: '2026-06-16', connections: 2 };
    expect(monthlyCents(more)).toBe(69_000);
    expect(periodLines(june, [terms, more]).map(({ text, fromOn, amountCents }) => [text, fromOn, amountCents])).toEqual([
      ['Plan Team', '2026-06-01', 60_000],
      ['Added VMS connections', '2026-06-16', 4500],
    ]);
  });
  test('nothing is billed before the first terms, or without a plan', () => {
    expect(periodLines(june, [])).toEqual([]);
    expect(periodLines(june, [{ ...terms, plan: '' }])).toEqual([]);
    expect(termsOn([terms], '2025-12-31')).toBeUndefined();
  });
});

describe('entries', () => {
  const payment: Entry = { id: 1, kind: 'payment', cents: 4000, voids: null };
  const judge = (entries: readonly Entry[], asked: Partial<Entry>) =>
    judgeEntry(10_000, entries, { kind: 'payment', cents: null, voids: null, ...asked });
  test.each([
    [[payment], { cents: 6001 }, 'amount', '$60.00 is open: write that or less.'],
    [[], { cents: 0 }, 'amount', 'Write an amount above 0.'],
    [[], {}, 'amount', 'Write an amount above 0.'],
    [[{ ...payment, cents: 10_000 }], { cents: 1 }, 'amount', 'Nothing of this invoice is open.'],
    [[payment], { kind: 'void' as const }, 'kind', 'The invoice has payments: void these first.'],
    [
      [{ ...payment, kind: 'credit' as const, cents: 10_000 }],
      { kind: 'void' as const },
      'kind',
      'Nothing of this invoice is open.',
    ],
    [[payment], { kind: 'void' as const, voids: 7 }, 'voids', 'This invoice has no such payment or credit: reload the list.'],
    [
      [payment, { id: 2, kind: 'void' as const, cents: 4000, voids: 1 }],
      { kind: 'void' as const, voids: 1 },
      'voids',
      'This payment is void already.',
    ],
    [
      [
        { ...payment, kind: 'credit' as const },
        { id: 2, kind: 'void' as const, cents: 6000, voids: null },
      ],
      { kind: 'void' as const, voids: 1 },
      'voids',
      'The invoice is void, so its credits stay.',
    ],
  ])('%j and then %j is refused', (entries, asked, field, sentence) => {
    expect(judge(entries, asked)).toEqual({ problems: { [field]: sentence } });
  });
  test('a void of a payment opens its amount again, and a void of the invoice closes the rest', () => {
    const back: Entry = { id: 2, kind: 'void', cents: 4000, voids: 1 };
    expect(judge([payment], { kind: 'void', voids: 1 })).toEqual({ cents: 4000 });
    expect(balanceOf(10_000, [payment, back])).toEqual({ paid: 0, credited: 0, voided: 0, open: 10_000 });
    expect(judge([payment, back], { kind: 'void' })).toEqual({ cents: 10_000 });
    expect(balanceOf(10_000, [{ id: 3, kind: 'void', cents: 10_000, voids: null }]).open).toBe(0);
  });
});

describe('an account', () => {
  const invoice = (number: string, dueOn: string, open: number) => ({
    number,
    dueOn,
    totalCents: 10_000,
    balance: { paid: 10_000 - open, credited: 0, voided: 0, open },
  });
  const today = '2026-06-15';
  test('the documented status of an invoice', () => {
    expect([invoiceStatus(0, true), invoiceStatus(-1, false), invoiceStatus(1, true), invoiceStatus(1, false)]).toEqual([
      'Paid',
      'Paid',
      'Past Due',
      'New',
    ]);
  });
  test('is suspended, past due, current, or owes nothing', () => {
    const stateOf = (invoices: readonly ReturnType<typeof invoice>[], isSuspended = false) =>
      accountFigures(invoices, today, isSuspended).state;
    expect(stateOf([], true)).toBe('suspended');
    expect(stateOf([invoice('1', '2026-06-14', 1)])).toBe('pastDue');
    expect(stateOf([invoice('1', '2026-06-15', 1)])).toBe('current');
    expect(stateOf([invoice('1', '2026-06-14', 0)])).toBe('nothingDue');
  });
  test('adds up what is open by its age', () => {
    const lateBy = ['2026-06-20', '2026-06-10', '2026-05-01', '2026-04-01', '2026-01-01'];
    const figures = accountFigures(
      lateBy.map((dueOn, at) => invoice(String(at), dueOn, 1000)),
      today,
      false,
    );
    expect(figures).toEqual({
      state: 'pastDue',
      invoiced: 50_000,
      outstanding: 5000,
      pastDue: 4000,
      pastDueInvoices: ['1', '2', '3', '4'],
      paid: 45_000,
      aging: { notDue: 1000, to30: 1000, to60: 1000, to90: 1000, over90: 1000 },
      payBy: '2026-06-20',
    });
  });
});

test('licenses are added up to 10 in all, and cost the days that are left', () => {
  expect([licenseProblem(0, 5), licenseProblem(5, 5)]).toEqual([null, null]);
  expect(licenseProblem(8, 3)).toBe('Only 2 more can be added here. Ask Jobdock for more.');
  expect(licenseProblem(10, 1)).toMatch(/^All 10 licenses/);
  expect(licenseCost(2, 4500, { fromOn: '2026-06-01', untilOn: '2026-07-01' }, '2026-06-16')).toEqual({
    month: 9000,
    thisPeriod: 4500,
  });
});
