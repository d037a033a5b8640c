/** How a value reads: `money` is an amount in the job's currency, `lookup` a text out of a list of known values. */
export type FieldType = 'text' | 'number' | 'money' | 'date' | 'yes-no' | 'lookup';

/** Which list the values of a lookup come from; `facility`, `degree`, `specialty` and `shift` are the vendors' distinct texts. */
export type LookupKind =
  | 'facility'
  | 'degree'
  | 'specialty'
  | 'shift'
  | 'state'
  | 'status'
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
 * Where a value lives: `job` a field of the job row, `flag` a bit of its `chgMap`, `extra` its `extra[key]`, `derived` computed
 * from other fields, `mapped` the ATS value that the job is mapped to, `variable` a local variable of the run.
 */
export type FieldHome = 'job' | 'flag' | 'extra' | 'derived' | 'mapped' | 'variable';

/** When a field may be used: at any time, in rules on export only, or in rules on data collection only. */
export type FieldTime = 'always' | 'exportOnly' | 'collectionOnly';

/** One field of a job that rules, aliases and mappings name by `id`. */
export type Field = {
  readonly id: number;
  readonly key: string;
  readonly label: string;
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

/** Ids that the documents fix. */
export const fieldId = {
  /** A field whose condition must not have an empty value. */
  degree: 8,
  note: 26,
  vmsNotes: 34,
  variable: 128,
} as const;
