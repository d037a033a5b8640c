import type { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import type { Read } from '#domain/rules/actions/comparison-test.ts';
import { keyOf } from '#domain/rules/actions/field-write.ts';
import type { Around } from '#domain/rules/derived-values.ts';
import { evaluate, testsOn } from '#domain/rules/evaluate.ts';
import { type MappedOf, valueIn } from '#domain/rules/job-run.ts';
import { atsValue, type DateForm } from './ats-value.ts';
import { lineCondition, lineText } from './line-value.ts';
import { mappedKinds, mappingOption } from './options.ts';
import { facilityValue } from './source-fields.ts';

/** A line as it is applied: rows of a target, or the lines that its kind begins with. */
export type FieldLine = Omit<FieldMappingRow, 'targetId' | 'version' | 'by' | 'at' | 'ref' | 'purged'>;

/** What the target's flex mapping gives one field. `skipped` says why it gives nothing; null if `value` is sent. */
export type FlexValue = { readonly atsField: string; readonly value: unknown; readonly skipped: string | null };

/** The job that lines are applied to, with the ATS values that it is mapped to. */
export type MappedJob = {
  readonly job: JobRow;
  readonly mapped: Readonly<Record<MapKind, AtsValueRow | null>>;
  readonly mappedOf: MappedOf;
  readonly around: Around;
  /** What the target's flex mapping gives the job. It comes before the lines. */
  readonly flex?: readonly FlexValue[];
  /** How the ATS takes dates. */
  readonly dates: DateForm;
};

/** What a line gave for a job. `skipped` says why it gave nothing; null if its value is sent. */
type LineTrace = {
  readonly line: FieldLine;
  readonly read: FieldValue;
  readonly value: unknown;
  readonly skipped: string | null;
  readonly cut: boolean;
};

/**
 * What the ATS gets of a job: plain JSON by field, null if a field is empty, ids of a list as a list. `followed`: the fields that later
 * changes of the job change, too. `closing`: those that are sent once the job is over.
 */
export type MappedFields = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly followed: readonly string[];
  readonly closing: readonly string[];
  readonly trace: readonly LineTrace[];
};

/** The part of a name before its first dot: the field of the job order itself. */
export const rootOf = (atsField: string): string => atsField.split('.')[0] ?? atsField;

const isFor = (workType: FieldLine['workType'], job: JobRow): boolean =>
  workType === 0 || (workType === 3) === (job.workType === 3);

/** Applies the lines of a target, in their order, to one job. */
export function mappedFields(lines: readonly FieldLine[], job: MappedJob): MappedFields {
  const ordered = [...lines].sort((a, b) => a.position - b.position || a.id - b.id);
  const fromFlex = (job.flex ?? []).filter(({ skipped }) => skipped === null);
  const given = new Map<string, unknown>(fromFlex.map(({ atsField, value }) => [atsField, value]));
  const isFlex = new Set(given.keys());
  const trace = ordered.map((line): LineTrace => {
    const gave =
      given.get(line.atsField) != null
        ? skip(isFlex.has(line.atsField) ? 'The flex mapping gave the value' : 'An earlier line gave the value')
        : applied(line, job);
    if (gave.skipped === null || !given.has(line.atsField)) given.set(line.atsField, gave.value);
    return { line, ...gave };
  });
  const rootsOf = (wanted: (line: FieldLine) => boolean) => [
    ...new Set(ordered.filter(wanted).map(({ atsField }) => rootOf(atsField))),
  ];
  return {
    values: nested(given),
    followed: [...new Set([...rootsOf(({ onUpdate }) => onUpdate), ...(job.flex ?? []).map(({ atsField }) => rootOf(atsField))])],
    closing: rootsOf(({ onCancel }) => onCancel),
    trace,
  };
}

type Gave = Omit<LineTrace, 'line'>;

const skip = (skipped: string, read: FieldValue = null): Gave => ({ read, value: null, skipped, cut: false });

function applied(line: FieldLine, of: MappedJob): Gave {
  if (!isFor(line.workType, of.job)) return skip('Not for jobs of this work type');
  const read: Read = (ref) => valueIn(of.job, keyOf(ref), of.around, of.mappedOf);
  const condition = lineCondition(line);
  if ('problem' in condition) return skip(`The condition cannot be read: ${condition.problem.words}`);
  if (!evaluate(condition.tree, read, testsOn(of.around.today))) return skip('The condition is not met');
  const { id, from } = mappingOption(line.option);
  if (id === 6 || id === 7) return listed(line, of);
  if (id === 8 || id === 9) return skip('This target has no such fields');
  if (from === 'value') return written(line, read, of);
  return typed(line, sourced(line, of), of.dates);
}

/** The text of the line itself. Blank where all that it names is empty; a constant may be blank. */
function written(line: FieldLine, read: Read, { around, dates }: MappedJob): Gave {
  const text = lineText(line);
  if ('problem' in text) return skip(`The value cannot be read: ${text.problem.words}`);
  const gave = text.give(read, around.today);
  if ('problem' in gave) return skip(gave.problem);
  const value = text.reads.length > 0 && typeof gave.value === 'string' ? gave.value.trim() || null : gave.value;
  return typed(line, value, dates);
}

/** What a line reads from the job, or from what it is mapped to. */
function sourced({ option, jobField }: FieldLine, { job, mapped, mappedOf, around }: MappedJob): FieldValue {
  if (jobField === null) return null;
  if (option === 0 || option === 7) return facilityValue(jobField, mapped.facility) ?? valueIn(job, jobField, around, mappedOf);
  if (!mappedKinds.has(jobField)) return null;
  const value = mapped[jobField as MapKind];
  if (option === 2) return value?.name ?? null;
  return option === 3 ? (value?.name ?? job[jobField as MapKind]) : (value?.extId ?? null);
}

function typed(line: FieldLine, read: FieldValue, dates: DateForm): Gave {
  const field = line.option === 0 && line.jobField !== null ? fieldKeyed(line.jobField) : undefined;
  const made = atsValue(read, line, dates, field);
  if ('problem' in made) return skip(made.problem, read);
  return made.value === null ? skip('Empty', read) : { read, value: made.value, skipped: null, cut: made.cut };
}

/** A list: ids that the job is mapped to, or the parts of a text between commas. An empty list is a value. */
function listed(line: FieldLine, of: MappedJob): Gave {
  const read = sourced(line, of);
  const isMapped = line.jobField !== null && mappedKinds.has(line.jobField);
  const id = isMapped ? (of.mapped[line.jobField as MapKind]?.extId ?? null) : null;
  if (isMapped) return { read: id, value: id === null ? [] : [id], skipped: null, cut: false };
  const parts = String(read ?? '')
    .split(',')
    .map((part) => part.trim());
  return { read, value: parts.filter((part) => part !== ''), skipped: null, cut: false };
}

type Tree = { [name: string]: unknown };

/** Values of dotted names as objects. An object without any value is null, so that the ATS's own stays or is cleared as one. */
function nested(given: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  const top: Tree = {};
  for (const [name, value] of given) {
    const path = name.split('.');
    const last = path.pop() ?? name;
    let at = top;
    for (const part of path) {
      const inner = isTree(at[part]) ? at[part] : {};
      at[part] = inner;
      at = inner;
    }
    at[last] = value;
  }
  return withoutEmpty(top);
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutEmpty = (tree: Tree): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([name, value]) => {
      const inner = isTree(value) ? withoutEmpty(value) : value;
      return [name, isTree(inner) && Object.values(inner).every((each) => each === null) ? null : inner];
    }),
  );
