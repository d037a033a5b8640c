import * as z from 'zod';
import { FieldValue, JobRow, jobValues } from '#contract/rows/jobs.ts';
import { RuleRow } from '#contract/rows/rule-rows.ts';
import { fieldNamed, fields } from '#domain/fields/catalogue.ts';
import { ingest } from '#domain/jobs/ingest.ts';
import { dayOfIso } from '#domain/parsing/calendar.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import { valueIn } from '#domain/rules/job-run.ts';
import { prepareRules } from '#domain/rules/prepare-rules.ts';

/** An input error: reported in one sentence, without a stack. */
export class JobEvaluationError extends Error {}

type PostRequests = { readonly today: string; readonly moment: string; readonly trace: boolean };

/** A rule as given in a file. Missing values default to those of a new rule. `field` may name the field by label or key. */
const GivenRule = RuleRow.partial().extend({
  id: z.number(),
  actionType: RuleRow.shape.actionType,
  field: z.string().optional(),
});
/** A job as given in a file: any catalog field by its key, and any part of a job row. */
const GivenJob = z.record(z.string(), z.unknown());

/** The results of rules for each job, in the given order. Throws `JobEvaluationError` for invalid input and names the place. */
export function evaluateFiles(rulesJson: unknown, jobsJson: unknown, { today, moment, trace }: PostRequests) {
  if (!dayOfIso(today)) throw new JobEvaluationError(`--today ${today}: write the day as yyyy-MM-dd.`);
  if (moment !== 'collection' && moment !== 'export')
    throw new JobEvaluationError(`--moment ${moment}: write collection or export.`);
  const rules = listIn(rulesJson, 'rules').map(ruleIn);
  const prepared = prepareRules(rules, { moment, today });
  return listIn(jobsJson, 'jobs').map((given, i) => {
    const job = jobIn(given, i);
    const outcome = applyRules(job, prepared, { trace: true });
    const values = fields.flatMap(({ key, home }) => {
      const value = home === 'variable' || home === 'mapped' ? null : valueIn(outcome.job, key, prepared);
      return value === null || value === false || value === '' ? [] : [[key, value] as const];
    });
    const problems = outcome.trace.flatMap(({ rule, problem }) => (problem === null ? [] : [{ ruleId: rule.id, problem }]));
    return {
      id: job.id,
      fired: outcome.fired,
      fields: Object.fromEntries(values),
      changes: outcome.changes,
      variables: outcome.variables,
      notPostedBy: outcome.notPostedBy,
      asksAi: outcome.asksAi,
      problems,
      ...(trace && { trace: outcome.trace.map(({ rule, ...rest }) => ({ ruleId: rule.id, ...rest })) }),
    };
  });
}

/** A list, on its own or under its name. */
function listIn(json: unknown, name: 'rules' | 'jobs'): readonly unknown[] {
  const list = Array.isArray(json)
    ? json
    : typeof json === 'object' && json !== null
      ? (json as Record<string, unknown>)[name]
      : null;
  if (!Array.isArray(list))
    throw new JobEvaluationError(`The ${name} must be a JSON array, or an object with an array "${name}".`);
  return list;
}

function ruleIn(given: unknown, i: number): RuleRow {
  const parsed = GivenRule.safeParse(given);
  if (!parsed.success) throw new JobEvaluationError(`Rule ${i + 1}: ${errorMessage(parsed.error)}`);
  const { field, ...rule } = parsed.data;
  const named = field === undefined ? undefined : fieldNamed(field);
  if (field !== undefined && !named) throw new JobEvaluationError(`Rule ${i + 1}: there is no field "${field}".`);
  return { ...newRule, ord: i, ...(named && { fieldId: named.id }), ...withoutUndefined(rule) } as RuleRow;
}

const newRule = {
  name: '',
  source: '',
  fieldId: null,
  variable: null,
  operand: null,
  table: null,
  workType: null,
  sourceId: null,
  global: false,
  runOnExport: false,
  appliedToCancelledJobs: false,
  active: true,
  adminsOnly: false,
  disableAfterOn: null,
  deleted: false,
  version: 1,
  by: '',
  at: '1970-01-01T00:00:00.000Z',
} satisfies Partial<RuleRow>;

const withoutUndefined = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));

function jobIn(given: unknown, i: number): JobRow {
  const parsed = GivenJob.safeParse(given);
  if (!parsed.success) throw new JobEvaluationError(`Job ${i + 1}: must be an object.`);
  const id = Number(parsed.data['id'] ?? i + 1);
  const place = {
    id,
    taskId: null,
    sourceId: 0,
    source: '',
    providerJobId: '',
    facilityValueId: null,
    degreeValueId: null,
    specialtyValueId: null,
    shiftValueId: null,
  };
  const blank = ingest(null, {}, place, '1970-01-01T00:00:00.000Z').row;
  const extra: Record<string, unknown> = {};
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parsed.data)) {
    const field = fieldNamed(name);
    if (field?.home === 'extra') extra[field.key] = value;
    else if (Object.hasOwn(blank, name)) columns[name] = value;
    else if (field && Object.hasOwn(jobValues, field.key)) columns[field.key] = value;
    else throw new JobEvaluationError(`Job ${i + 1}: there is no field "${name}".`);
  }
  const whole = JobRow.safeParse({
    ...blank,
    ...columns,
    extra: { ...z.record(z.string(), FieldValue).catch({}).parse(columns['extra']), ...extra },
  });
  if (!whole.success) throw new JobEvaluationError(`Job ${i + 1}: ${errorMessage(whole.error)}`);
  return whole.data;
}

const errorMessage = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`).join('; ');
