import { extraFieldGroups } from './extra-fields.ts';
import {
  type Field,
  type FieldGroup,
  type FieldHome,
  type FieldTime,
  type FieldType,
  fieldId,
  type LookupKind,
} from './field.ts';
import { derivedFieldEntries, flagFieldEntries, jobFieldEntries, mappedFieldEntries } from './job-fields.ts';

type Entry = {
  readonly id: number;
  readonly key: string;
  readonly label: string;
  readonly type: FieldType | LookupKind;
  readonly group: FieldGroup;
  readonly home: FieldHome;
  readonly time?: FieldTime;
  readonly writable?: boolean;
};

const plainTypes: ReadonlySet<string> = new Set(['text', 'number', 'money', 'date', 'yes-no', 'lookup']);
const isPlain = (type: string): type is FieldType => plainTypes.has(type);

function field({ type, time = 'always', writable = false, ...rest }: Entry): Field {
  return {
    ...rest,
    type: isPlain(type) ? type : 'lookup',
    lookup: isPlain(type) ? null : type,
    time,
    writable,
    needsValue: rest.id === fieldId.degree,
  };
}

/** Every field of a job, ascending by id. Rules, field definitions, aliases and mappings all use this list. */
export const fields: readonly Field[] = [
  ...jobFieldEntries.map(([id, key, label, type, readOnly]) =>
    field({ id, key, label, type, group: 'Job', home: 'job', writable: readOnly === undefined }),
  ),
  ...flagFieldEntries.map(([id, key, label]) => field({ id, key, label, type: 'yes-no', group: 'Flags', home: 'flag' })),
  ...derivedFieldEntries.map(([id, key, label, type]) => field({ id, key, label, type, group: 'Calculated', home: 'derived' })),
  ...mappedFieldEntries.map(([id, key, label, type]) =>
    field({ id, key, label, type, group: 'Mapping', home: 'mapped', time: 'exportOnly' }),
  ),
  ...extraFieldGroups.flatMap(([group, entries]) =>
    entries.map(([id, key, label, type, time]) =>
      field({
        id,
        key,
        label,
        type,
        group,
        home: 'extra',
        time: time === 'read only' || time === undefined ? 'always' : time,
        writable: time !== 'read only',
      }),
    ),
  ),
  field({
    id: fieldId.variable,
    key: 'variable',
    label: 'Local Variable',
    type: 'text',
    group: 'Details',
    home: 'variable',
    writable: true,
  }),
].sort((a, b) => a.id - b.id);

const byId = new Map(fields.map((field) => [field.id, field]));
const byKey = new Map(fields.map((field) => [field.key, field]));
const nameOf = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
// Labels take precedence over keys, because people see the labels.
const byName = new Map([...fields.map((f) => [nameOf(f.key), f] as const), ...fields.map((f) => [nameOf(f.label), f] as const)]);

/** The field with this id. */
export const fieldOf = (id: number): Field | undefined => byId.get(id);

/** The field with this key, in the catalog's letter case. */
export const fieldKeyed = (key: string): Field | undefined => byKey.get(key);

/** The field that a rule's text names, by label or key, in any letter case. */
export const fieldNamed = (name: string): Field | undefined => byName.get(nameOf(name));
