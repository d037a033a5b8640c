import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import type { RuleRow } from '#contract/rows/rule-rows.ts';
import type { TraceEntry as DocumentedEntry, RuleTest } from '#contract/rules/rules.ts';
import { fieldKeyed } from '../fields/catalogue.ts';
import { textOf } from '../fields/values.ts';
import type { RuleOutcome, TraceEntry } from './apply-rules.ts';
import type { Explained } from './evaluate.ts';
import { comparisonText, type LabelOf, ruleSentence, sentenceText } from './rule-sentence.ts';

/**
 * What the report of a test needs: the customer's labels, the rules that its reader may see, and why an AI has not answered a
 * rule yet.
 */
type Telling = {
  readonly labelOf: LabelOf;
  readonly shows: (rule: RuleRow) => boolean;
  readonly waitingText: (ruleId: number) => string;
};

/** What rules made of one job: `job` as it is now, and the outcome of each moment, in order. */
export function ruleTestOf(job: JobRow, outcomes: readonly RuleOutcome[], telling: Telling): RuleTest {
  const { labelOf, shows } = telling;
  const entries = outcomes.flatMap(({ trace }) => trace).filter(({ skipped, rule }) => skipped !== 'moment' && shows(rule));
  return {
    diff: outcomes.flatMap(({ changes }) =>
      changes.map(({ field, before, after, ruleId }) => ({ field, label: labelOfKey(field, labelOf), before, after, ruleId })),
    ),
    trace: entries.map((entry) => documentedEntry(entry, telling)),
    manual: Object.entries(job.locks).map(([field, { by, at }]) => ({
      field,
      by,
      at,
      value: (job as Readonly<Record<string, unknown>>)[field] ?? null,
    })),
    localVariables: Object.assign({}, ...outcomes.map(({ variables }) => variables)) as Record<string, FieldValue>,
  };
}

const labelOfKey = (key: string, labelOf: LabelOf): string => {
  const field = fieldKeyed(key);
  return field ? labelOf(field.id) : key;
};

const skippedReasons = {
  inactive: 'The rule is inactive.',
  expired: 'The last day of the rule is past.',
  moment: 'The rule runs at another time.',
  broken: 'The rule cannot be read.',
  workType: 'The rule is for another work type.',
  source: 'The rule is for another source.',
  cancelled: 'The job is canceled and the rule is not for canceled jobs.',
} as const;

function documentedEntry(entry: TraceEntry, telling: Telling): DocumentedEntry {
  const { labelOf } = telling;
  const { rule, fired, condition, changes, ms } = entry;
  return {
    ruleId: rule.id,
    version: rule.version,
    ruleName: rule.name,
    isTriggered: fired,
    actionType: rule.actionType,
    message: messageOf(entry, telling),
    humanReadableRule: sentenceText(ruleSentence(rule, labelOf)),
    ruleTranslationTrace: condition ? explainedText(condition, labelOf) : '',
    changes: changes.map(({ key, before, after }) => ({ field: key, before, after })),
    microseconds: Math.round(ms * 1000),
  };
}

function messageOf(
  { rule, skipped, problem, fired, blocked, changes, line, asksAi }: TraceEntry,
  { labelOf, waitingText }: Telling,
): string {
  const shown = (value: Parameters<typeof textOf>[0]) => (value === null || value === '' ? 'empty' : textOf(value));
  const words = [
    ...(problem === null ? [] : [problem]),
    ...(skipped === null || problem !== null ? [] : [skippedReasons[skipped]]),
    ...(line === null ? [] : [`Row ${line} of its table matched.`]),
    ...changes.map(({ key, before, after }) => `${labelOfKey(key, labelOf)}: ${shown(before)} → ${shown(after)}`),
    ...blocked.map(({ key, by }) => `${labelOfKey(key, labelOf)} is locked by ${by}.`),
    ...(asksAi ? [waitingText(rule.id)] : []),
  ];
  if (words.length > 0) return words.join(' ');
  return fired ? 'Its condition holds; nothing had to change.' : 'Its condition does not hold.';
}

/** Every comparison with the value that was compared. */
function explainedText(explained: Explained, labelOf: LabelOf): string {
  if (explained.kind === 'comparison') {
    const { comparison, value, holds } = explained;
    return `${comparisonText(comparison, labelOf)}: ${value === null || value === '' ? 'empty' : textOf(value)} ${holds ? '✓' : '✗'}`;
  }
  return explained.parts.map((part) => explainedText(part, labelOf)).join(` ${explained.kind} `);
}
