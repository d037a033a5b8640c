import type { ReactNode } from 'react';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { EditableField } from '#contract/commands/job.ts';
import { EditableField as EditableFields } from '#contract/commands/job.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { type CatalogueField, catalogueFields } from '#domain/job-list/catalogue-fields.ts';
import { mappedText, numberIn, placeText, stateColumns, stateKey, statusText, textIn } from '#domain/job-list/cell-texts.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { type FieldInfo, type JobFieldInfo, jobFields } from '#domain/job-list/job-fields.ts';
import { isGroupKey, mappedGroupKey } from '#domain/job-list/job-groups.ts';
import { statusLabel } from '#domain/job-list/job-states.ts';
import { endDateOf } from '#domain/jobs/end-date.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Format } from '#src/ui/format/create-format.ts';
import { blank } from '#src/ui/format/format.ts';
import type { CellEdit, Edited, GridColumn } from '#src/ui/grid/model/grid-column.ts';
import type { GroupValue, RowView } from '#src/ui/grid/model/grid-source.ts';
import { isSummed } from '#src/workers/grid/job-grid-schema.ts';
import {
  degreeLine,
  mapCell,
  mapColumns,
  numberCell,
  numberText,
  plainText,
  statusCell,
  syncGlyphs,
  valueCell,
} from './job-cells.tsx';

/** What columns need from the screen: date format, current time, and what an edit does. */
export type JobColumnContext = {
  readonly format: Format;
  readonly names: FieldNames;
  readonly nowMs: number;
  readonly mayEdit: boolean;
  readonly mayMap: (kind: MapKind) => boolean;
  /** Whether a job cannot be posted before this kind is mapped. */
  readonly isNeeded: (kind: MapKind) => boolean;
  readonly onEdit: (edit: CommandArgs<'job.edit.v1'>) => void;
};

/** All columns of the staging grid. */
export function jobColumns(context: JobColumnContext): readonly GridColumn[] {
  return [
    statusColumn(context),
    ...mapKinds.map((kind) => mapColumn(kind, context)),
    ...jobFields.map((field) => fieldColumn(field, context)),
    ...catalogueFields.map((field) => catalogueColumn(field, context)),
  ];
}

function statusColumn({ nowMs, names }: JobColumnContext): GridColumn {
  return {
    key: stateKey,
    label: names.of('status', 'Status'),
    group: 'Status',
    width: 136,
    reads: stateColumns,
    cell: (row) => statusCell(row, nowMs),
    text: (row) => statusText(row, nowMs),
  };
}

const mapWidths: Record<MapKind, number> = { facility: 290, degree: 180, specialty: 230, shift: 168 };

function mapColumn(kind: MapKind, context: JobColumnContext): GridColumn {
  const { mayMap, isNeeded, names } = context;
  const below = belowIn[kind];
  return {
    key: kind,
    label: names.of(kind),
    group: 'Mapping',
    width: mapWidths[kind],
    reads: [...mapColumns(kind), ...(below?.reads ?? [])],
    sortBy: kind,
    groupBy: { key: mappedGroupKey(kind), text: (value) => (value === null ? 'Not mapped' : String(value)) },
    cell: (row) => mapCell(row, kind, { isNeeded: isNeeded(kind), below: below?.of(row, context) ?? null }),
    text: (row) => mappedText(row, kind, blank),
    ...(mayMap(kind) && { opens: 'map' }),
  };
}

/** What a mapped column shows below its value. */
type Below = {
  readonly reads: readonly string[];
  readonly of: (row: RowView, context: JobColumnContext) => ReactNode;
};

const belowIn: Partial<Record<MapKind, Below>> = {
  facility: { reads: ['city', 'state'], of: placeText },
  specialty: {
    reads: mapColumns('degree'),
    of: (row, { isNeeded }) => degreeLine(row, isNeeded('degree')),
  },
};

function fieldColumn(field: JobFieldInfo, context: JobColumnContext): GridColumn {
  const editable = EditableFields.safeParse(field.key);
  const words = (row: RowView) => fieldText(row, field, context);
  if (field.key === 'providerJobId') return jobColumn(field, context);
  const reads =
    editable.success || field.key === 'endDate'
      ? [field.key, 'locks', 'chgMap', 'currency', 'durationDays', 'startDate']
      : [field.key];
  return {
    key: field.key,
    label: context.names.of(field.key, field.label),
    group: field.group,
    width: field.width ?? 120,
    reads: field.look === 'money' ? [...reads, 'currency'] : reads,
    sortBy: field.key,
    ...groupingOf(field, context),
    ...(isNumeric(field) && { align: 'end' }),
    cell: (row) =>
      reads.length > 1 ? valueCell(row, field.key, words(row), belowOf(row, field, context)) : plainText(words(row)),
    text: (row) => words(row) ?? blank,
    ...(editable.success && context.mayEdit && { edit: editOf(editable.data, context) }),
  };
}

/** A column of a field that most people never look at. The grid reads its values once it is shown. */
function catalogueColumn(field: CatalogueField, context: JobColumnContext): GridColumn {
  const { key, label, group, look, source, width = 120 } = field;
  const words = (row: RowView) => fieldText(row, { ...field, key: source }, context);
  return {
    key,
    label: context.names.of(field.field, label),
    group,
    width,
    reads: look === 'money' ? [source, 'currency'] : [source],
    sortBy: source,
    ...groupingOf({ ...field, key: source }, context),
    ...(isNumeric(field) && { align: 'end', isNumber: true }),
    cell: (row) => (isNumeric(field) ? numberText(words(row)) : plainText(words(row))),
    text: (row) => words(row) ?? blank,
  };
}

const isNumeric = ({ look }: FieldInfo): boolean => !['text', 'day', 'instant', 'yes', 'workType'].includes(look);

/** How jobs are grouped by a field, and its total over a group. */
function groupingOf(field: FieldInfo, context: JobColumnContext): Pick<GridColumn, 'groupBy' | 'sumText'> {
  const words = (value: GroupValue) =>
    fieldText({ id: 0, get: (key) => (key === field.key ? value : null) }, field, context) ?? blank;
  return {
    ...(isGroupKey(field.key) && { groupBy: { key: field.key, text: words } }),
    ...(isSummed(field.key) && { sumText: words }),
  };
}

/** The job's number, with the marks of the row. */
function jobColumn({ key, label, group, width = 120 }: JobFieldInfo, { nowMs, names }: JobColumnContext): GridColumn {
  return {
    key,
    label: names.of(key, label),
    group,
    width,
    reads: [key, ...stateColumns],
    sortBy: key,
    cell: (row) => numberCell(row, nowMs),
    text: (row) => [textIn(row, key) ?? blank, syncGlyphs[textIn(row, 'sync') ?? '']?.[1]].filter(Boolean).join(', '),
  };
}

/** The duration below the start. */
function belowOf(row: RowView, { key }: JobFieldInfo, { format }: JobColumnContext): string | null {
  const days = key === 'startDate' ? numberIn(row, 'durationDays') : null;
  return days === null ? null : format.duration(days);
}

/** A field of a row as display text; null when it is unknown. */
export function fieldText(
  row: RowView,
  { key, look }: Pick<FieldInfo, 'key' | 'look'>,
  { format, names }: Pick<JobColumnContext, 'format' | 'names'>,
): string | null {
  const cell = row.get(key);
  if (cell === null || cell === '' || typeof cell === 'object') return null;
  switch (look) {
    case 'money':
      return format.money(Number(cell), textIn(row, 'currency') ?? 'USD');
    case 'percent':
    case 'number':
    case 'hours':
      return format.number(Number(cell));
    case 'count':
      return cell === 0 ? null : format.number(Number(cell));
    case 'duration':
      return format.duration(Number(cell));
    case 'day':
      return format.localDate(String(cell));
    case 'instant':
      return format.date(String(cell));
    case 'yes':
      return cell === true ? 'Yes' : 'No';
    case 'workType':
      return names.workType(Number(cell));
    case 'text':
      return key === 'status' ? statusLabel(String(cell)) : String(cell);
  }
}

const periodFields: ReadonlySet<EditableField> = new Set(['startDate', 'durationDays']);

function editOf(field: EditableField, { format, onEdit }: JobColumnContext): CellEdit {
  const isDate = field === 'startDate';
  return {
    mode: isDate ? 'date' : field === 'durationDays' ? 'numeric' : 'decimal',
    initial: (row) => textIn(row, field) ?? numberIn(row, field)?.toString() ?? '',
    read: (text) => (isDate ? { ok: true, value: text === '' ? null : text } : readAmount(text, field)),
    commit: (row, value) => onEdit({ id: row.id, field, value } as CommandArgs<'job.edit.v1'>),
    ...(periodFields.has(field) && { effect: (row: RowView, text: string) => endEffect(row, field, text, format) }),
  };
}

/** Rates are 0 or more. A blank counts as 0, as documented. */
export function readAmount(text: string, field: EditableField): Edited {
  const value = text.trim() === '' ? 0 : Number(text.replaceAll(',', '').trim());
  if (Number.isNaN(value)) return { ok: false, problem: 'Enter a number, such as 78.50.' };
  if (value < 0) return { ok: false, problem: 'Enter 0 or more.' };
  if (field === 'durationDays' && !Number.isInteger(value)) return { ok: false, problem: 'Enter whole days.' };
  if (field === 'feePercentage' && value > 100) return { ok: false, problem: 'Enter 100 or less.' };
  return { ok: true, value };
}

/** The resulting end date, shown while start or duration is typed. */
function endEffect(row: RowView, field: EditableField, text: string, format: Format): string | null {
  const start = field === 'startDate' ? text : textIn(row, 'startDate');
  const days = field === 'durationDays' ? Number(text) : numberIn(row, 'durationDays');
  const end = Number.isInteger(days) ? endDateOf(start === '' ? null : start, days) : null;
  return end === null ? null : `Ends ${format.localDate(end)}`;
}
