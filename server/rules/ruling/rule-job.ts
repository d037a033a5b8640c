import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import type { ChangeOrigin } from '#contract/staging/job-history.ts';
import { changesBetween, type FieldChange } from '#domain/jobs/changes.ts';
import { type GivenPlace, type GivenValues, type Ingested, ingest } from '#domain/jobs/ingest.ts';
import { readerOf } from '#domain/jobs/read-flag.ts';
import { vendorMoments } from '#domain/jobs/vendor-moments.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import { type Substitution, substitutionOf } from '#domain/rules/substitute.ts';
import { withoutRules } from '#domain/rules/without-rules.ts';
import { vendorStatusKey } from '#domain/statuses/expanded-status.ts';
import type { PreparedRuling } from './prepared-ruling.ts';

/** One line of a job's history. */
type HistoryLine = {
  readonly who: string;
  readonly how: 'collected' | 'rule';
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly origin?: ChangeOrigin;
};

/** A job after collection and rules. `written` is false if nothing changed. */
export type Ruled = {
  readonly row: JobRow;
  readonly written: boolean;
  readonly lines: readonly HistoryLine[];
  /** Rules that took too much work on this job. They wrote nothing. */
  readonly slow: readonly number[];
};

/** Texts that substitutions rewrite, with the `extra` key that keeps the vendor's original text. */
const substituted = [
  { field: 'degree', objectType: 2, original: 'vmsDegree' },
  { field: 'specialty', objectType: 3, original: 'vmsSpecialty' },
] as const;

type Texts = Pick<JobRow, 'degree' | 'specialty'>;
type Rewritten = { readonly field: 'degree' | 'specialty'; readonly from: string; readonly to: string; readonly by: number };

/** The substitutions that apply to a vendor's texts. */
function rewritten(given: Partial<Texts>, all: readonly Substitution[]): readonly Rewritten[] {
  return substituted.flatMap(({ field, objectType }) => {
    const text = given[field];
    const found = text ? substitutionOf(all, objectType, text) : undefined;
    return text && found && found.name !== text ? [{ field, from: text, to: found.name, by: found.id }] : [];
  });
}

/**
 * Applies a vendor's values, then substitutions and rules, to a job. Rules start from the values before any rule; locked fields
 * stay. The history lists the values that collection changed, and those that a rule (with its version) or substitution changed.
 */
export function ruleGiven(
  current: JobRow | null,
  given: GivenValues,
  place: GivenPlace,
  ruling: PreparedRuling,
  at: string,
  source: string,
): Ruled {
  const base = current && withoutRules(current);
  const texts = rewritten(given as Partial<Texts>, ruling.substitutions);
  const values = { ...given, ...Object.fromEntries(texts.map(({ field, to }) => [field, to])) };
  return ruleIngested(current, withOriginals(ingest(base, values, place, at), texts, given), { ruling, at, source, texts });
}

/** Like `ruleGiven`, for a job without new values from its vendor: it was withdrawn, or it is processed again. */
export function ruleAgain(
  current: JobRow,
  change: (base: JobRow) => Ingested,
  ruling: PreparedRuling,
  at: string,
  source: string,
): Ruled {
  return ruleIngested(current, change(withoutRules(current)), { ruling, at, source, texts: [] });
}

/**
 * Runs rules and substitutions on a job again, starting from the vendor's original texts if they were rewritten. `readAgain`: what was read
 * from its description once more.
 */
export function ruleStanding(current: JobRow, ruling: PreparedRuling, at: string, readAgain: GivenValues = {}): Ruled {
  const base = withoutRules(current);
  const given = Object.fromEntries(
    substituted.flatMap(({ field, original }) => {
      const text = base.extra[original];
      return typeof text === 'string' ? [[field, text] as const] : [[field, base[field]] as const];
    }),
  );
  const ruled = ruleGiven(current, { ...readAgain, ...given }, base, ruling, at, 'Rules');
  return { ...ruled, row: { ...ruled.row, changedAt: current.changedAt } };
}

function withOriginals(ingested: Ingested, texts: readonly Rewritten[], given: GivenValues): Ingested {
  const extra: Record<string, FieldValue> = { ...ingested.row.extra };
  for (const { field, original } of substituted) {
    const text = texts.find((one) => one.field === field);
    if (text) extra[original] = text.from;
    else if (given[field] !== undefined) delete extra[original];
  }
  if (given.statusText !== undefined) keepStatusText(extra, given.statusText, ingested.row.status);
  return { ...ingested, row: { ...ingested.row, extra } };
}

/** Keeps the vendor's text of the status where it says more than the status itself. */
function keepStatusText(extra: Record<string, FieldValue>, text: string, status: JobRow['status']): void {
  if (text.toLowerCase() === status.toLowerCase()) delete extra[vendorStatusKey];
  else extra[vendorStatusKey] = text;
}

type How = {
  readonly ruling: PreparedRuling;
  readonly at: string;
  readonly source: string;
  readonly texts: readonly Rewritten[];
};

function ruleIngested(current: JobRow | null, ingested: Ingested, { ruling, at, source, texts }: How): Ruled {
  ruling.answers?.onJob(ingested.row.id);
  const outcome = applyRules(ingested.row, ruling.prepared, { onRule: ruling.onRule });
  const { job: row, slow } = outcome;
  if (current === null) {
    const lines = [{ who: source, how: 'collected', field: 'job', before: null, after: row.providerJobId } as const];
    return {
      row,
      written: true,
      lines: [...lines, ...substitutionLines(null, texts), ...ruleLines(ingested.row, row, ruling)],
      slow,
    };
  }
  const ruled = ruleLines(current, row, ruling);
  const named = new Set(ruled.map(({ field }) => field));
  const collected = ingested.changes
    .filter(({ field }) => !named.has(field) && !texts.some((text) => text.field === field))
    .map((change) => ({
      ...change,
      who: readerOf(row, change.field) ?? readBefore(current, change) ?? source,
      how: 'collected' as const,
    }));
  const lines = [...collected, ...substitutionLines(current, texts), ...ruled];
  // A change by a rule or a substitution is not the vendor's.
  const isVendors = collected.length > 0 || texts.some((text) => text.from !== vendorText(current, text.field));
  const result = { ...row, ...vendorMoments(collected, at), changedAt: isVendors ? at : current.changedAt };
  return { row: result, written: lines.length > 0 || !sameJson(current, result), lines, slow };
}

/** Who read a value that the description no longer says. */
const readBefore = (current: JobRow, { field, after }: FieldChange): string | undefined =>
  after === null || after === false ? readerOf(current, field) : undefined;

/** True if a rule writes the field now, or wrote it before. */
const isRules = (field: string, before: JobRow, after: JobRow): boolean =>
  field === 'skipRuleId' || field in before.ruled || field in after.ruled || field in before.extra || field in after.extra;

function ruleLines(before: JobRow, after: JobRow, { names }: PreparedRuling): HistoryLine[] {
  if (before === after) return [];
  // Extra values get a line each.
  const changes = changesBetween({ ...before, extra: after.extra }, after);
  const extras = [...new Set([...Object.keys(before.extra), ...Object.keys(after.extra)])].flatMap((field) => {
    const [was, is] = [before.extra[field] ?? null, after.extra[field] ?? null];
    return was === is || originals.has(field) ? [] : [{ field, before: was, after: is }];
  });
  const told = [...changes, ...extras].filter(({ field }) => isRules(field, before, after));
  return told.map((change) => ({
    ...change,
    ...writerOf(change.field, before, after, names),
    how: 'rule' as const,
  }));
}

/** The vendor's text, before any substitution. */
const vendorText = (job: JobRow, field: Rewritten['field']): FieldValue => {
  const original = substituted.find((one) => one.field === field)?.original;
  return (original && job.extra[original]) ?? job[field];
};

const originals: ReadonlySet<string> = new Set([...substituted.map(({ original }) => original), vendorStatusKey]);

type Writer = Pick<HistoryLine, 'who' | 'origin'>;

/** The rule that wrote a field, with its version. If the value was reverted, the rule that wrote it before. */
function writerOf(field: string, before: JobRow, after: JobRow, names: ReadonlyMap<number, string>): Writer {
  const key = field === 'skipRuleId' ? 'status' : field;
  const mark = after.ruled[key] ?? before.ruled[key];
  if (!mark) return { who: 'Rules' };
  const name = names.get(mark.ruleId);
  const words = `Rule ${mark.ruleId}${name === undefined ? '' : ` “${name}”`}, version ${mark.version}`;
  const who = after.ruled[key] ? words : `${words} no longer applies`;
  return { who, origin: { rule: { id: mark.ruleId, version: mark.version } } };
}

function substitutionLines(current: JobRow | null, texts: readonly Rewritten[]): HistoryLine[] {
  return texts
    .filter(({ field, to }) => current?.[field] !== to)
    .map(({ field, from, to, by }) => ({
      who: `Substitution rule ${by}`,
      how: 'rule',
      field,
      before: from,
      after: to,
      origin: { substitution: by },
    }));
}
