import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { aFieldMapping, aFlexMapping } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob, aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';

/** A secret that no one may find in a file. */
export const canary = 'canary-of-a-secret-4711';

/** Rows of every list of an export for a customer, whose texts have its name. Settings that are in no export have the canary. */
export async function plantLists(db: Db, customerId: number, name: string, jobCount: number): Promise<void> {
  const base = customerId * 100_000;
  const said = { version: 1, by: name, at: '2026-11-01T00:00:00.000Z', ref: null, purged: false };
  const jobs = Array.from({ length: jobCount }, (_, i) =>
    aJob({
      id: base + i,
      providerJobId: `${name}-${i}`,
      facility: i === 0 ? '=1+1' : 'Mercy, "General"\nHospital',
      facilityValueId: base + 1,
      degreeValueId: null,
      specialtyValueId: null,
      shiftValueId: null,
      firstSeenAt: '2026-11-20T04:30:00.000Z',
      extra: { traumaLevel: 'Level II' },
    }),
  );
  const table = {
    sources: [{ fieldId: 8, variable: null }],
    targets: [{ fieldId: 17, variable: null }],
    lines: [
      ['RN', '90'],
      ['LPN', '60'],
    ],
  };
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('customer_feed')
      .values({ customer_id: customerId })
      .onConflict((c) => c.doNothing())
      .execute();
    // What only the provider sees of a ticket.
    const ticket = { customer_id: customerId, ticket_id: base + 1 };
    const note = { by_id: 1, by_name: canary, text: canary, written_at: '2026-11-20T04:30:00.000Z' };
    await tx
      .insertInto('ticket_note')
      .values({ ...ticket, ...note })
      .execute();
    await tx
      .insertInto('ticket_desk')
      .values({ ...ticket, email: canary, phone: canary })
      .execute();
    await writeRows(tx, customerId, [
      { collection: 'target', row: aTarget({ id: base + 1, name: `${name} ATS` }), extra: { settings: { password: canary } } },
      {
        collection: 'source',
        row: { id: base + 1, name: `${name} VMS`, alias: null, autoPost: false, aliases: [], members: [] },
      },
      {
        collection: 'atsValue',
        row: {
          id: base + 1,
          targetId: base + 1,
          kind: 'facility',
          extId: '4711',
          name: `${name} General`,
          parentId: null,
          address: null,
          city: 'Reno',
          state: 'NV',
          zip: '89501',
          active: true,
        },
      },
      {
        collection: 'mapValue',
        row: aValue(base + 1, 'facility', { targetId: base + 1, sourceId: base + 1, text: '@SUM(1)', mappedId: '4711' }),
        extra: { key: `${name} 1` },
      },
      { collection: 'rule', row: aStoredRule({ id: base + 1, name: `${name} rule`, by: name }) },
      { collection: 'rule', row: aStoredRule({ id: base + 2, name: 'Table', table, by: name }) },
      { collection: 'rule', row: aStoredRule({ id: base + 3, name: 'Removed', deleted: true }) },
      { collection: 'rule', row: aStoredRule({ id: base + 4, name: 'Of administrators', adminsOnly: true }) },
      { collection: 'substitutionTarget', row: { id: base + 1, objectType: 2, name: 'RN', ...said } },
      {
        collection: 'substitutionRule',
        row: { id: base + 1, objectType: 2, rule: 'nurse', targetId: base + 1, ruleType: 6, caseSensitive: false, ...said },
      },
      { collection: 'fieldMapping', row: aFieldMapping({ id: base + 1, targetId: base + 1, ...said }) },
      { collection: 'flexMapping', row: aFlexMapping({ id: base + 1, lines: [{ when: ['*'], give: ['7'] }], ...said }) },
      ...jobs.map((row) => ({ collection: 'job' as const, row, extra: { collected: { secret: canary } } })),
    ]);
    await tx
      .insertInto('ats_object')
      .values({ customer_id: customerId, target_id: base + 1, type: 8, ext_id: '9', name: `${name} contact` })
      .execute();
  });
}
