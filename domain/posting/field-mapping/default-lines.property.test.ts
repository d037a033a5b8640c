import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { mappedValue } from '#domain/rules/mapped-of.ts';
import { jobOrderBody, jobOrderValues } from '#server/targets/bullhorn/job-order.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { bullhornLines } from './bullhorn-lines.ts';
import { mappedFields } from './mapped-fields.ts';

const text = fc.option(fc.string({ maxLength: 150 }));
const number = fc.option(fc.integer({ min: 0, max: 100_000 }).map((n) => n / 100));
const day = fc.option(
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10)),
);
const name = fc.stringMatching(/^[A-Za-z]([A-Za-z ]{0,70}[A-Za-z])?$/);
const atsRow = (kind: MapKind) =>
  fc.option(
    fc
      .record({ n: fc.integer({ min: 1, max: 1e6 }), name, address: text, city: text, state: text, zip: text })
      .map(
        ({ n, ...rest }): AtsValueRow => ({ id: n, targetId: 1, kind, extId: String(n), parentId: null, active: true, ...rest }),
      ),
  );
const order = fc.record({
  job: fc
    .record({
      title: text,
      startDate: day,
      endDate: day,
      workType: fc.constantFrom(1 as const, 2 as const, 3 as const),
      positions: fc.option(fc.integer({ min: 0, max: 99 })),
      description: text,
      note: text,
      durationDays: fc.option(fc.integer({ min: 0, max: 700 })),
      hoursPerWeek: number,
      billRate: number,
      payPerHour: number,
      source: fc.string({ maxLength: 150 }),
      shift: text,
      providerJobId: fc.string({ maxLength: 150 }),
      status: fc.constantFrom('Open' as const, 'Filled' as const, 'On Hold' as const, 'Closed' as const, 'Cancelled' as const),
    })
    .map(aJob),
  mapped: fc.record({
    facility: atsRow('facility'),
    degree: atsRow('degree'),
    specialty: atsRow('specialty'),
    shift: atsRow('shift'),
  }),
});

test('the lines give what the code gave', () => {
  fc.assert(
    fc.property(order, ({ job, mapped }) => {
      const given = mappedFields(bullhornLines, {
        job,
        mapped,
        around: { today: '2026-11-26', pay: null },
        mappedOf: (_, key) =>
          mappedValue(
            key,
            (kind) => (mapped[kind] ? { id: mapped[kind].extId, certainty: 100 } : null) as never,
            (kind) => mapped[kind],
          ),
      });
      const { categories, specialties, ...values } = Object.fromEntries(given.followed.map((f) => [f, given.values[f]]));
      const was = jobOrderValues({ reference: 'R', job, mapped });
      const round = (v: unknown) => (typeof v === 'number' ? Math.round(v * 1e10) / 1e10 : v);
      expect({ ...values, durationWeeks: round(values['durationWeeks']) }).toEqual({
        ...was,
        durationWeeks: round(was['durationWeeks']),
      });
      expect(categories).toEqual(mapped.degree ? [mapped.degree.extId] : []);
      expect(specialties).toEqual(mapped.specialty ? [mapped.specialty.extId] : []);
      expect([...given.closing].sort()).toEqual(['isOpen', 'reasonClosed']);
      const { externalID, clientContact, owner, isDeleted, ...body } = jobOrderBody(
        { reference: 'R', job, mapped },
        { ownerId: 1, contactId: 2 },
      );
      const { categories: c, specialties: s, ...all } = given.values;
      const sent = Object.fromEntries(Object.entries(all).filter(([, v]) => v !== null));
      expect({ ...sent, durationWeeks: round(sent['durationWeeks']) }).toEqual({
        ...body,
        durationWeeks: round(body['durationWeeks']),
      });
    }),
    { numRuns: Number(process.env['RUNS'] ?? 300) },
  );
});
