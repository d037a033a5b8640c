import type { FieldValue, JobRow, Lock, Ruled } from '#contract/rows/jobs.ts';
import type { RuleRow } from '#contract/rows/rule-rows.ts';
import { fieldKeyed } from '../fields/catalogue.ts';
import { endDateOf } from '../jobs/end-date.ts';
import { type FlagName, has, withFlag } from '../jobs/flags.ts';
import { withReadFlag } from '../jobs/read-flag.ts';
import { decided } from './actions/actions.ts';
import type { Read } from './actions/comparison-test.ts';
import { keyOf, type Write } from './actions/field-write.ts';
import { type Around, derivedValues } from './derived-values.ts';

/** One value that changed while rules ran. */
export type ValueChange = { readonly key: string; readonly before: FieldValue; readonly after: FieldValue };

/** A write that was prevented by a lock, or by a person who released a rule's hold. */
export type Blocked = { readonly key: string; readonly value: FieldValue; readonly by: string; readonly at: string | null };

/** Returns the ATS values that a job is mapped to, by field key. Only for exports. */
export type MappedOf = (job: JobRow, key: string) => FieldValue;

type Mark = { readonly ruleId: number; readonly version: number };

/** Rates of a job. A rate that a rule wrote sets the documented bit. */
const rateKeys: ReadonlySet<string> = new Set([
  'billRate',
  'localRate',
  'otRate',
  'minBillRate',
  'holidayRate',
  'callbackRate',
  'chargeRate',
  'onCallRate',
  'orientationRate',
]);

/** The current value of a field in a job row, wherever it is stored. */
export function valueIn(job: JobRow, key: string, around: Around, mappedOf?: MappedOf): FieldValue {
  const home = fieldKeyed(key)?.home;
  if (home === 'job') return job[key as 'title'];
  if (home === 'extra') return job.extra[key] ?? null;
  if (home === 'flag') return has(job.chgMap, key as FlagName);
  if (home === 'derived') return derivedValues[key]?.of((from) => valueIn(job, from, around, mappedOf), around) ?? null;
  return home === 'mapped' ? (mappedOf?.(job, key) ?? null) : null;
}

/** One job while rules run on it: its current values, the values before, and which rule wrote what. */
export class JobRun {
  readonly #base: JobRow;
  readonly #around: Around;
  readonly #mappedOf: MappedOf | undefined;
  readonly #values = new Map<string, FieldValue>();
  /** The values that locked fields would have without their locks. */
  readonly #under = new Map<string, FieldValue>();
  readonly #marks = new Map<string, Mark>();

  constructor(base: JobRow, around: Around, mappedOf: MappedOf | undefined) {
    this.#base = base;
    this.#around = around;
    this.#mappedOf = mappedOf;
  }

  readonly read: Read = (ref) => this.valueOf(keyOf(ref));

  valueOf(key: string): FieldValue {
    const written = this.#values.get(key);
    if (written !== undefined) return written;
    const derived = fieldKeyed(key)?.home === 'derived' ? derivedValues[key] : undefined;
    if (derived) return derived.of((from) => this.valueOf(from), this.#around);
    return valueIn(this.#base, key, this.#around, this.#mappedOf);
  }

  get sourceId(): number {
    return this.#base.sourceId;
  }

  isCancelled(): boolean {
    return this.valueOf('status') === 'Cancelled';
  }

  /** Writes a value unless a person has locked it. Returns the change, or what prevented it. */
  write({ key, value }: Write, { id, version }: RuleRow): { readonly change?: ValueChange; readonly blocked?: Blocked } {
    const hand = this.#handOn(key);
    if (hand) {
      this.#under.set(key, value);
      this.#marks.set(key, { ruleId: id, version });
      return { blocked: { key, value, ...hand } };
    }
    const before = this.valueOf(key);
    if (before === value) return {};
    this.#values.set(key, value);
    this.#marks.set(key, { ruleId: id, version });
    return { change: { key, before, after: value } };
  }

  #handOn(key: string): { readonly by: string; readonly at: string | null } | null {
    const lock = this.#base.locks[key === decided.cancelledBy ? 'status' : key];
    if (lock) return { by: lock.by, at: lock.at };
    const isReleased = fieldKeyed(key)?.home === 'flag' && this.#base.ruled[key] !== undefined;
    return isReleased ? { by: 'a person', at: null } : null;
  }

  /** Local variables by name. */
  variables(): Readonly<Record<string, FieldValue>> {
    const prefix = 'variable:';
    return Object.fromEntries(
      [...this.#values].filter(([key]) => key.startsWith(prefix)).map(([key, value]) => [key.slice(prefix.length), value]),
    );
  }

  /** The job after the rules. Every changed value has the mark of the rule that wrote it. */
  result(): JobRow {
    const base = this.#base;
    const row: Record<string, unknown> = { ...base };
    const extra = { ...base.extra };
    const ruled: Record<string, Ruled> = {};
    let { chgMap } = base;
    for (const [key, value] of this.#values) {
      const home = fieldKeyed(key)?.home;
      const was = home === undefined || home === 'variable' ? value : valueIn(base, key, this.#around);
      if (value === was) continue;
      if (home === 'extra') extra[key] = value;
      else if (home === 'flag') chgMap = withFlag(chgMap, key as FlagName, value === true);
      else row[key] = value;
      const mark = this.#marks.get(key);
      if (mark && key !== decided.cancelledBy) ruled[key] = { ...mark, was };
    }
    const kept = Object.fromEntries(Object.entries(extra).filter(([, value]) => value !== null));
    const locked = this.#locked();
    const marks = { ...ruled, ...locked.ruled };
    const done = { ...row, chgMap, extra: kept, locks: locked.locks, ruled: marks } as JobRow;
    return withEndOfHands(withReadFlag({ ...done, chgMap: withRuleFlags(done) }, base));
  }

  /**
   * Locks that remember the values of rules, with the marks of those rules. A released hold keeps its mark as long as its rule
   * would set it again.
   */
  #locked(): Pick<JobRow, 'locks' | 'ruled'> {
    const locks = { ...this.#base.locks };
    const ruled: Record<string, Ruled> = {};
    for (const [key, value] of this.#under) {
      const lock = locks[key];
      const mark = this.#marks.get(key);
      const was = lock ? lock.was : (this.#base.ruled[key]?.was ?? null);
      if (!mark || key === decided.cancelledBy || (lock && value === was)) continue;
      if (lock) locks[key] = { ...lock, was: value as Lock['was'] };
      ruled[key] = { ...mark, was };
    }
    return { locks, ruled };
  }
}

/** Sets the documented bits that depend on what rules wrote. */
function withRuleFlags({ chgMap, ruled, locks, status }: JobRow): number {
  const byRule = Object.keys(ruled).some((key) => rateKeys.has(key) && !locks[key]);
  return withFlag(withFlag(chgMap, 'rateByRule', byRule), 'filled', status === 'Filled');
}

/** If a person set start or duration, the end date is computed from the current values. */
function withEndOfHands(job: JobRow): JobRow {
  const lock = job.locks['endDate'];
  if (!lock) return job;
  const endDate = endDateOf(job.startDate, job.durationDays) ?? (typeof lock.was === 'string' ? lock.was : null);
  return endDate === job.endDate ? job : { ...job, endDate };
}
