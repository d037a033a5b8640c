import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import type { JobRow, Ruled } from '#contract/rows/jobs.ts';
import type { CollectionName, RowOf, SourceRow } from '#contract/rows/rows.ts';
import { anAssignmentRule, assignmentLine } from '#tests/support/factories/assignment-factory.ts';
import { aDatasetRow, datasetChanges } from '#tests/support/factories/dataset-factory.ts';
import { aFieldMapping, aFlexMapping, flexTables, mappingLine } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob, aNote, aRateFloor, aTarget, aValue, mappedValues } from '#tests/support/factories/job-factory.ts';
import { labelChanges, labelRows } from '#tests/support/factories/label-factory.ts';
import { aCustomerNotice } from '#tests/support/factories/notice-factory.ts';
import { aConfiguration, aConfigurationBody } from '#tests/support/factories/report-factory.ts';
import { aDraft, aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { aSubmission, packageWorld, submissionChanges } from '#tests/support/factories/submission-factory.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { aTicket, ticketChanges } from '#tests/support/factories/ticket-factory.ts';
import { flag, withFlag } from '../jobs/flags.ts';
import { withEdit, withManualCancel } from '../jobs/overrides.ts';
import { commands } from './commands.ts';
import { beforeImages } from './kit/before-images.ts';
import type { Before, Change, RowWrite } from './kit/command.ts';
import { localIdOf } from './local-id.ts';
import { runPure } from './run-pure.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20261121);
/** Number of cases for all commands together; the long run sets `UNDO_CASES=10000`. */
const cases = Number(process.env['UNDO_CASES'] ?? 2400);
const names = Object.keys(commands) as CommandName[];
const undoable = names.filter((name) => commands[name].inverse !== 'none');

const hand = { by: 'Ann', at: '2026-11-20T00:00:00.000Z' };
const ben = { by: 'Ben', at: '2026-11-19T00:00:00.000Z' };
const refs = ['0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01', '5c1de0b2-08a6-4c4f-8d0e-6f3f7f0f2b02'] as const;
const oneOf = (...lists: number[][]): fc.Arbitrary<number[]> => fc.constantFrom(...lists);
const jobIds = oneOf([7], [8], [9], [10], [7, 8], [7, 9, 10], [7, 99]);
const valueIds = oneOf([11], [12], [15], [16], [11, 15], [11, 16, 15]);
const jobId = fc.constantFrom(7, 8, 9);
const bits = fc.record({ ids: jobIds });
const mappedId = fc.option(fc.constantFrom('B-1', 'B-2', 'A-facility'));
const named = (...ids: readonly number[]) => fc.constantFrom(...ids).map((id) => ({ id, ref: null }));
const created = fc.constantFrom(...refs).map((ref) => ({ id: localIdOf(ref), ref: ref as string | null }));
/** An existing row, or one that this device creates. */
const madeOr = (...ids: readonly number[]) => fc.oneof(named(...ids), created);
const draft = fc
  .record({ name: fc.constantFrom('Rate', 'Night rate'), operand: fc.constantFrom('100', '110'), active: fc.boolean() })
  .map((over) => aDraft(over));
const text = fc.constantFrom('RN', 'LPN', 'Nurse');
const testCase = { jobId: fc.constantFrom(7, 8), name: text, expected: fc.constantFrom({}, { billRate: 100 }) };
const target = { objectType: fc.constant(2 as const), name: text };
const status = { name: fc.constantFrom('Placed', 'Open', 'Filled') };
const moment = fc.constantFrom(null, '2026-11-02T00:00:00.000Z');
const note = {
  jobId: fc.constantFrom(7, 8),
  authorId: fc.constant(5),
  text: fc.constantFrom('Call @Ann', 'Rate agreed'),
  mentions: fc.subarray([{ userId: 6, name: 'Ann' }]),
};
const fieldAlias = { fieldId: fc.constantFrom(13, 15), alias: fc.constantFrom('Ward', 'Floor') };
const configuration = {
  reportId: fc.constant(1),
  ownerId: fc.constant(5),
  name: fc.constantFrom('Nights', 'ICU'),
  body: fc.constantFrom(aConfigurationBody(), aConfigurationBody({ query: 'icu' })),
  isPrivate: fc.boolean(),
};
const substitution = {
  objectType: fc.constant(2 as const),
  rule: fc.constantFrom('r\\.n', 'nurse'),
  targetId: fc.constantFrom(31, 32),
  targetRef: fc.constant(null),
  caseSensitive: fc.boolean(),
};
const joined = <A extends object, B extends object>(one: fc.Arbitrary<A>, other: fc.Arbitrary<B>): fc.Arbitrary<A & B> =>
  fc.tuple(one, other).map(([a, b]) => ({ ...a, ...b }));
const amount = fc.option(fc.constantFrom(14, 91, 92));
const jobEdit = fc.oneof(
  fc.record({
    set: fc.record(
      { billRate: amount, durationDays: amount, startDate: fc.constantFrom('2027-01-04', '2026-12-01', null) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ set: fc.record({ billRate: amount }), unlock: fc.subarray(['startDate' as const, 'durationDays' as const]) }),
);

/** Arguments for every command in the registry: a new command without arguments here does not compile. */
const argsOf: { readonly [N in CommandName]: fc.Arbitrary<CommandArgs<N>> } = {
  ...ticketChanges,
  ...submissionChanges,
  ...datasetChanges,
  ...labelChanges,
  'job.hold.v1': bits,
  'job.release.v1': bits,
  'job.hide.v1': bits,
  'job.show.v1': bits,
  'job.cancel.v1': bits,
  'job.reopen.v1': bits,
  'job.clearOverrides.v1': bits,
  'job.post.v1': fc.record({ ids: jobIds, targetId: fc.constant(1) }),
  'job.edit.v1': fc.oneof(
    fc.record({ id: jobId, field: fc.constant('startDate' as const), value: fc.constantFrom('2027-01-04', '2026-12-01', null) }),
    fc.record({
      id: jobId,
      field: fc.constantFrom('billRate' as const, 'durationDays' as const, 'permFee' as const),
      value: fc.option(fc.constantFrom(14, 91, 92)),
    }),
  ),
  'job.fill.v1': fc.record({
    ids: jobIds,
    edits: fc.record(Object.fromEntries(['7', '8', '9', '10', '99'].map((id) => [id, jobEdit]))),
  }),
  'job.assign.v1': fc.oneof(
    fc.record({ ids: jobIds, userId: fc.constant(null), name: fc.constant(null) }),
    fc
      .constantFrom({ userId: 5, name: 'Ann' }, { userId: 6, name: 'Ben' })
      .chain((who) => fc.record({ ids: jobIds }).map((jobs) => ({ ...jobs, ...who }))),
    fc.record({ ids: jobIds, userId: fc.constant(6), name: fc.constant('Ben'), byRule: fc.constantFrom(101, 102) }),
  ),
  'job.sameOrder.v1': fc
    .uniqueArray(
      fc.record({ id: jobId, decision: fc.option(fc.constantFrom('post' as const, 'leave' as const, 'different' as const)) }),
      {
        minLength: 1,
        selector: ({ id }) => id,
      },
    )
    .map((jobs) => ({ pairs: jobs.map((job) => ({ ...job, otherId: 19 })) })),
  'job.acceptRate.v1': fc.record({ ids: jobIds }),
  'job.requireFloor.v1': fc.record({ ids: jobIds }),
  'rateFloor.save.v1': fc.record({
    billRate: fc.option(fc.constantFrom(60, 95)),
    marginPerHour: fc.option(fc.constant(20)),
    marginPercent: fc.option(fc.constant(18)),
    preventsPosting: fc.boolean(),
  }),
  'flexMapping.save.v1': fc.constantFrom(...flexTables),
  'job.unlock.v1': fc.record({ id: jobId, field: fc.constantFrom('billRate', 'startDate', 'durationDays') }),
  'job.map.v1': fc.record({ id: jobId, kind: fc.constantFrom('facility', 'degree', 'specialty', 'shift'), mappedId }),
  'value.map.v1': fc.record({ ids: valueIds, mappedId, certainty: fc.option(fc.constantFrom(80, 90)) }).filter(oneList),
  'value.accept.v1': fc.record({ ids: valueIds }),
  'value.ignore.v1': fc.record({ ids: valueIds, ignored: fc.boolean() }),
  'value.unique.v1': fc.record({ ids: valueIds, unique: fc.boolean() }),
  'value.restore.v1': fc.record({
    ids: valueIds,
    mapping: fc.record(
      { mappedId, how: fc.constantFrom(null, 'auto'), certainty: fc.constantFrom(null, 70), ignored: fc.boolean() },
      { requiredKeys: [] },
    ),
  }),
  'value.feedback.v1': fc.record({
    id: fc.constantFrom(11, 12),
    jobId: fc.constant(7),
    success: fc.boolean(),
    mask: fc.constantFrom(0, 2),
    message: fc.constant(''),
    optOut: fc.boolean(),
  }),
  'source.alias.v1': fc.record({ id: fc.constantFrom(3, 4), aliases: fc.uniqueArray(text) }),
  'source.group.v1': fc.record({ id: fc.constantFrom(3, 4), members: fc.constantFrom([], [5], [6, 5]) }),
  'task.enable.v1': fc.record({ ids: fc.subarray([61, 62], { minLength: 1 }), enabled: fc.boolean() }),
  'task.schedule.v1': fc.record({
    ids: fc.subarray([61, 62], { minLength: 1 }),
    everyMinutes: fc.constantFrom(null, 30, 60),
    runAt: fc.constantFrom([], ['06:30']),
  }),
  'rule.save.v1': joined(madeOr(21, 23), fc.record({ rule: draft, words: fc.constant('') })),
  'rule.activate.v1': joined(named(21, 23), fc.record({ active: fc.boolean() })),
  'rule.delete.v1': named(21, 22, 23),
  'rule.restore.v1': named(21, 22, 23),
  'rule.purge.v1': named(22),
  'ruleTestCase.save.v1': joined(madeOr(51), fc.record(testCase)),
  'ruleTestCase.remove.v1': named(51, 52),
  'ruleTestCase.restore.v1': joined(
    named(51, 53),
    fc.record({ ...testCase, version: fc.constant(4), job: fc.constantFrom(aJob(), aJob({ id: 8 })) }),
  ),
  'substitutionTarget.save.v1': joined(madeOr(31, 32), fc.record(target)),
  'substitutionTarget.remove.v1': named(33, 34),
  'substitutionTarget.restore.v1': joined(named(33, 35), fc.record({ ...target, version: fc.constant(4) })),
  'fieldAlias.save.v1': joined(madeOr(71), fc.record(fieldAlias)),
  'fieldAlias.remove.v1': named(71, 72),
  'fieldAlias.restore.v1': joined(named(71, 73), fc.record({ ...fieldAlias, version: fc.constant(4) })),
  'reportConfiguration.save.v1': joined(madeOr(81, 82), fc.record(configuration)),
  'reportConfiguration.remove.v1': named(81, 82),
  'reportConfiguration.restore.v1': joined(
    named(81, 83),
    fc.record({
      ...configuration,
      isPrivate: fc.constant(false),
      version: fc.constant(4),
      owner: fc.constant('Ben'),
      isDefault: fc.boolean(),
      roleIds: fc.subarray([3]),
    }),
  ),
  'reportConfiguration.setDefault.v1': joined(
    named(81, 82),
    fc.record({
      roleId: fc.constantFrom(null, 3),
      isDefault: fc.boolean(),
      otherId: fc.constantFrom(null, 81, 82),
      otherRef: fc.constant(null),
    }),
  ),
  'customerStatus.save.v1': joined(madeOr(81), fc.record({ ...status, isDefault: fc.boolean() })),
  'customerStatus.remove.v1': named(81, 82),
  'customerStatus.restore.v1': joined(
    named(81, 83),
    fc.record({ ...status, version: fc.constant(4), standard: fc.constantFrom(null, 'Filled'), defaultAt: moment }),
  ),
  'assignmentRule.save.v1': joined(madeOr(101, 102), fc.record(assignmentLine)),
  'assignmentRule.move.v1': joined(named(101, 102), fc.record({ position: assignmentLine.position })),
  'assignmentRule.remove.v1': named(101, 102),
  'assignmentRule.restore.v1': joined(named(101, 103), fc.record({ ...assignmentLine, version: fc.constant(4) })),
  'fieldMapping.save.v1': joined(madeOr(111, 112), fc.record(mappingLine)),
  'fieldMapping.move.v1': joined(named(111, 112), fc.record({ targetId: fc.constant(1), position: mappingLine.position })),
  'fieldMapping.remove.v1': joined(named(111, 112), fc.record({ targetId: fc.constant(1) })),
  'fieldMapping.restore.v1': joined(named(111, 113), fc.record({ ...mappingLine, version: fc.constant(4) })),
  'jobNote.save.v1': joined(madeOr(91, 92), fc.record(note)),
  'jobNote.remove.v1': joined(named(91, 92), fc.record({ jobId: fc.constantFrom(7, 8) })),
  'jobNote.restore.v1': joined(
    named(91, 93),
    fc.record({
      ...note,
      version: fc.constant(4),
      author: fc.constant('Ben'),
      writtenAt: fc.constant(hand.at),
      editedAt: moment,
    }),
  ),
  'notice.dismiss.v1': fc.record({ id: fc.constant(131), userId: fc.constantFrom(5, 6), dismissed: fc.boolean() }),
  'substitutionRule.save.v1': joined(madeOr(41), fc.record(substitution)),
  'substitutionRule.remove.v1': named(41, 42),
  'substitutionRule.restore.v1': joined(named(41, 43), fc.record({ ...substitution, version: fc.constant(4) })),
};

/** Facilities and specialties are in two lists; a change with ids of both is refused. */
function oneList({ ids }: { ids: number[] }): boolean {
  return ids.every((id) => id !== 12) || ids.length === 1;
}

const changeOf = (name: CommandName): fc.Arbitrary<Change> =>
  (argsOf[name] as fc.Arbitrary<unknown>).map((args) => ({ name, args }) as Change);
const anyChange = fc.oneof(...names.map(changeOf));

const mark: Ruled = { ruleId: 21, version: 1, was: false };
const kept = { ref: null, purged: false, version: 1, by: 'Ben', at: '2026-11-01T00:00:00.000Z' };
const aSource = (id: number): SourceRow => ({ id, name: `S${id}`, alias: null, autoPost: false, aliases: [], members: [] });
/** Manually cancelled, edited and mapped. */
const byHand = (id: number): JobRow => {
  const edited = withEdit(withEdit(aJob({ id }), 'startDate', '2027-01-11', ben), 'billRate', 92.5, ben);
  return withManualCancel(
    {
      ...edited,
      noteCount: 1,
      acceptedRate: { ...ben, billRate: 90, payPerHour: 60 },
      facilityMap: 'B-2',
      chgMap: withFlag(edited.chgMap, 'facilityManual', true),
    },
    ben,
  );
};
const marked = (id: number, chgMap: number): JobRow => aJob({ id, chgMap, ruled: { onHold: mark, hidden: mark } });

function aWorld(): RowWrite[] {
  return [
    ...[
      aJob({ noteCount: 1, acceptedRate: { ...ben, billRate: 90, payPerHour: null } }),
      byHand(8),
      marked(9, flag.onHold | flag.hidden),
      marked(10, 0),
      aJob({ id: 19, sourceId: 4, assigneeId: 5, assignee: 'Ann', assignmentRuleId: 101 }),
    ].map((row) => ({ collection: 'job', row }) as const),
    ...[
      ...mappedValues().values(),
      aValue(15, 'facility', { suggestedId: 'B-1', certainty: 91, ignored: true }),
      aValue(16, 'facility', { mappedId: 'B-2', suggestedId: 'B-1', how: 'auto', certainty: 97, at: kept.at }),
    ].map((row) => ({ collection: 'mapValue', row }) as const),
    ...[3, 4, 5, 6].map((id) => ({ collection: 'source', row: aSource(id) }) as const),
    ...[aStoredRule(), aStoredRule({ id: 22, deleted: true }), aStoredRule({ id: 23, active: false })].map(
      (row) => ({ collection: 'rule', row }) as const,
    ),
    ...[31, 32, 33, 34].map(
      (id) => ({ collection: 'substitutionTarget', row: { ...kept, id, objectType: 2, name: 'RN' } }) as const,
    ),
    ...[41, 42].map(
      (id) =>
        ({
          collection: 'substitutionRule',
          row: { ...kept, id, objectType: 2, rule: 'rn', targetId: 31, ruleType: 6, caseSensitive: false },
        }) as const,
    ),
    ...[81, 82].map(
      (id) => ({ collection: 'customerStatus', row: { ...kept, id, name: 'Open', standard: 'Open', defaultAt: null } }) as const,
    ),
    { collection: 'rateFloor', row: aRateFloor({ billRate: 95 }) },
    { collection: 'flexMapping', row: aFlexMapping({ ...kept, atsFields: [] }) },
    ...[101, 102].map((id) => ({ collection: 'assignmentRule', row: anAssignmentRule({ ...kept, id }) }) as const),
    ...[111, 112].map((id) => ({ collection: 'fieldMapping', row: aFieldMapping({ ...kept, id }) }) as const),
    ...[71, 72].map((id) => ({ collection: 'fieldAlias', row: { ...kept, id, fieldId: 15, alias: 'Ward' } }) as const),
    ...[81, 82].map(
      (id) => ({ collection: 'reportConfiguration', row: aConfiguration({ ...kept, id, isDefault: id === 81 }) }) as const,
    ),
    ...[51, 52].map(
      (id) => ({ collection: 'goldenJob', row: { ...kept, id, name: 'Days', jobId: 7, job: aJob(), expected: {} } }) as const,
    ),
    ...[
      { ...newTask, id: 61 },
      { ...newTask, id: 62, disabled: false, everyMinutes: 60 },
    ].map((row) => ({ collection: 'task', row }) as const),
    { collection: 'customerNotice', row: aCustomerNotice({ id: 131 }) },
    { collection: 'datasetRow', row: aDatasetRow() },
    ...labelRows.map((row) => ({ collection: 'label', row }) as const),
    ...[aNote({ id: 91 }), aNote({ id: 92, jobId: 8 })].map((row) => ({ collection: 'jobNote', row }) as const),
    ...[121, 122].map((id) => ({ collection: 'ticket', row: aTicket({ id }) }) as const),
    ...packageWorld(),
    ...[141, 142].map((id) => ({ collection: 'submission', row: aSubmission({ id, state: 'refused' }) }) as const),
    { collection: 'target', row: aTarget() },
  ];
}

/** Rows by `collection/id`. With `pulled`, deleted rows disappear at once, as on the service and on a device after a pull. */
function aBook(pulled: boolean) {
  const rows = new Map(aWorld().map((write) => [keyOf(write), write]));
  return {
    get: <C extends CollectionName>(collection: C, id: number) =>
      rows.get(`${collection}/${id}`)?.row as unknown as RowOf<C> | undefined,
    put(write: RowWrite): void {
      if (pulled && 'purged' in write.row && write.row.purged) rows.delete(keyOf(write));
      else rows.set(keyOf(write), write);
    },
    /** The content of each row, without deleted rows. */
    state: () =>
      Object.fromEntries(
        [...rows].flatMap(([key, { row }]) => ('purged' in row && row.purged ? [] : [[key, contentOf({ ...row })] as const])),
      ),
  };
}
type Book = ReturnType<typeof aBook>;
const keyOf = ({ collection, row }: RowWrite) => `${collection}/${row.id}`;

/** The rows before a change, or why it was refused. */
function run(book: Book, { name, args }: Change): Before[] | string {
  const ran = runPure(commands[name], args as never, {}, book, hand);
  if (ran.outcome === 'rejected') return ran.message;
  const before = beforeImages(ran.writes, book);
  for (const write of ran.writes) book.put(write);
  return before;
}

/** The content of a row without author, time and version. A deleted rule is inactive when it is restored. */
function contentOf({ version: _version, changedAt: _changedAt, at: _at, by, ...content }: Record<string, unknown>): unknown {
  const locks = content['locks'] as JobRow['locks'] | undefined;
  const settled = content['settled'] as object | null | undefined;
  return {
    ...content,
    ...(settled && { settled: { ...settled, userId: null } }), // Who brings a decision back makes it.
    // The matcher maps a text again if no person has decided it, so an undo must also restore whether one has.
    by: by === null ? null : 'somebody',
    ...(locks && { locks: Object.fromEntries(Object.entries(locks).map(([field, { was }]) => [field, was])) }),
    ...(content['deleted'] === true && { active: null }),
  };
}

test('only what was sent to others, feedback, and deletion for good after typing the name, have no inverse', () => {
  expect(names.filter((name) => !undoable.includes(name))).toEqual([
    'job.post.v1',
    'value.feedback.v1',
    'ticket.create.v1',
    'ticket.comment.v1',
    'submission.send.v1',
    'submission.resend.v1',
    'rule.purge.v1',
  ]);
});

test.each(undoable)('%s followed by its inverse restores the state before, after any history', (name) => {
  let changed = 0;
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 8 }), changeOf(name), fc.boolean(), (history, change, pulled) => {
      const book = aBook(pulled);
      for (const earlier of history) run(book, earlier);
      const was = book.state();
      const before = run(book, change);
      if (typeof before === 'string') return;
      if (before.length > 0) changed++;
      const { inverse } = commands[name];
      if (inverse === 'none') throw new Error('such commands are left out');
      for (const back of inverse(change.args as never, before)) expect(run(book, back)).not.toBeTypeOf('string');
      // A rule that the change created is now a deleted rule, which can be restored.
      const deleted = before.flatMap(({ collection, id, created }) => (collection === 'rule' && created ? [`rule/${id}`] : []));
      for (const key of deleted) expect(book.state()[key]).toMatchObject({ deleted: true });
      expect(Object.fromEntries(Object.entries(book.state()).filter(([key]) => !deleted.includes(key)))).toEqual(was);
    }),
    { seed, numRuns: Math.ceil(cases / undoable.length) },
  );
  expect(changed).toBeGreaterThan(3); // not vacuous
});
