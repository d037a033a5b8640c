/** The type of a value: `money` is an amount in the job's currency, `lookup` a text from a list of known values. */
export type FieldType = 'text' | 'number' | 'money' | 'date' | 'yes-no' | 'lookup';

/** The list of a lookup's values. `facility`, `degree`, `specialty` and `shift` are the vendors' distinct texts. */
export type LookupKind =
  | 'facility'
  | 'degree'
  | 'specialty'
  | 'shift'
  | 'state'
  | 'status'
  | 'expandedStatus'
  | 'workType'
  | 'source'
  | 'task'
  | 'currency'
  | 'overtimeRule'
  | 'atsFacility'
  | 'atsDegree'
  | 'atsSpecialty'
  | 'atsShift';

/**
 * Where a value is stored: `job` a field of the job row, `flag` a bit of its `chgMap`, `extra` its `extra[key]`, `derived`
 * computed from other fields, `mapped` the ATS value that the job is mapped to, `variable` a local variable of the run.
 */
export type FieldHome = 'job' | 'flag' | 'extra' | 'derived' | 'mapped' | 'variable';

/** When a field may be used: at any time, in rules on export only, or in rules on data collection only. */
export type FieldTime = 'always' | 'exportOnly' | 'collectionOnly';

/** The heading under which lists of fields show a field. */
export type FieldGroup =
  | 'Job'
  | 'Flags'
  | 'Calculated'
  | 'Mapping'
  | 'Details'
  | 'More rates'
  | 'Schedule'
  | 'Requirements'
  | 'As collected'
  | 'For the ATS'
  | 'Custom fields';

/** One field of a job. Rules, aliases and mappings refer to it by `id`. */
export type Field = {
  readonly id: number;
  readonly key: string;
  readonly label: string;
  readonly group: FieldGroup;
  readonly type: FieldType;
  readonly home: FieldHome;
  /** Null unless `type` is `lookup`. */
  readonly lookup: LookupKind | null;
  readonly time: FieldTime;
  /** Whether a rule may write it. */
  readonly writable: boolean;
  /** Whether a condition on it must have a value. */
  readonly needsValue: boolean;
};

/** Ids fixed by the documents. */
export const fieldId = {
  /** A condition on this field must have a value. */
  degree: 8,
  note: 26,
  vmsNotes: 34,
  variable: 128,
} as const;
