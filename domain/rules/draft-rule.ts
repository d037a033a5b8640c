import type { RuleDraft } from '#contract/rows/rule-rows.ts';
import { blankRule } from './blank-rule.ts';
import { readCondition, spokenField } from './draft/draft-condition.ts';
import { tidied } from './draft/draft-words.ts';
import { parseCondition } from './language/parse-condition.ts';

/** A drafted rule and the assumptions that its description does not state, one sentence each. */
export type Drafted = { readonly rule: RuleDraft; readonly assumed: readonly string[] };

/** Why a description gave no rule, in one sentence with the remedy. */
export type NotDrafted = { readonly problem: string };

/**
 * Drafts a rule from a common sentence without an AI model: an action ("cancel", "put on hold", "hide", "do not post", "set FIELD
 * to VALUE", "clear FIELD"), and the jobs that it is for ("RN jobs in Texas with a bill rate below 60"), in either order. Words
 * that it does not understand are reported, never guessed.
 */
export function draftRule(description: string): Drafted | NotDrafted {
  const text = description
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!]+$/, '');
  const done = actionOf(actionFirst(tidied(text)));
  if ('problem' in done) return done;
  const read = readCondition(done.rest);
  if ('problem' in read) return read;
  const [workType = null, ...others] = read.workTypes;
  if (others.length > 0) return { problem: 'Name one work type, or none for all: a rule is for one work type or for all.' };
  const rule = { ...blankRule, ...done.rule, name: nameOf(text), source: read.source, workType };
  const parsed = parseCondition(read.source);
  if ('problem' in parsed) return { problem: `The condition could not be read: ${parsed.problem.words}` };
  const assumed = [
    ...read.assumed,
    ...(workType === null ? ['It is for all work types.'] : []),
    ...(read.source === '' ? ['It has no condition, so it is for every job.'] : []),
    rule.runOnExport ? 'It runs on export.' : 'It runs on data collection.',
    'It is inactive until you activate it.',
  ];
  return { rule, assumed };
}

const nameOf = (text: string): string =>
  text.length > 95 ? `${text.slice(0, 94)}…` : text.charAt(0).toUpperCase() + text.slice(1);

/** "If X, cancel the job" (also "then") as "cancel the job if X", and "put X on hold" as "hold X". */
function actionFirst(text: string): string {
  const first = /^(?:if|when|where|whenever)\s+(.+?)\s*(?:,\s*then|,|\bthen\b)\s+(.+)$/i.exec(text);
  const turned = first ? `${first[2]} if ${first[1]}` : text;
  return turned.replace(/^(please )?(?:put|place|set|keep|move)\s+(.*?)\s*\bon hold\b/i, '$1hold $2');
}

type Action = { readonly rule: Partial<RuleDraft>; readonly rest: string };

const verbs: readonly (readonly [RegExp, Partial<RuleDraft>])[] = [
  [
    /^(?:do not|don[’']t|never) (?:post|send|export|publish|advertise)\b|^(?:skip|stop) (?:posting|sending|exporting)\b/i,
    { actionType: 11, runOnExport: true },
  ],
  [/^(?:cancel|close|reject|decline|do not staff|don[’']t staff)\b/i, { actionType: 5 }],
  [/^(?:hold|pause)\b/i, { actionType: 6, operand: 'hold' }],
  [/^hide\b/i, { actionType: 6, operand: 'hide' }],
];

function actionOf(sentence: string): Action | NotDrafted {
  const words = sentence.replace(/^please /i, '');
  for (const [verb, rule] of verbs) if (verb.test(words)) return { rule, rest: words.replace(verb, '').trim() };
  const clear = /^(?:clear|empty|remove|blank) (?:the |all )?(.+)$/i.exec(words);
  if (clear) return writing(clear[1] ?? '', null);
  const set = /^(?:set|change|make) (?:the )?(.+?) (?:to|as|=) (.+)$/i.exec(words);
  if (set) return writing(set[1] ?? '', set[2] ?? '');
  return {
    problem: 'Say what the rule does, such as “cancel jobs if …”, “hold …”, “do not post …” or “set bill rate to 90 if …”.',
  };
}

/** Where the jobs begin, behind a field or value: "90 for RN jobs", "the note if …". */
const aboutJobs = /\s+(?=(?:of|for|from|at|in|on|if|when|whenever|where|whose|with)\s+)/i;

function writing(name: string, value: string | null): Action | NotDrafted {
  const [fieldText = '', ...behindName] = name.split(aboutJobs);
  const field = spokenField(fieldText);
  if (!field) return { problem: `“${fieldText}” is not a job field. Use the name shown in the grid.` };
  if (!field.writable) return { problem: `${field.label} cannot be written by a rule: choose another field.` };
  const about = (rest: readonly string[]): string => rest.join(' ').replace(/^(?:if|when|whenever|where|with) /i, '');
  if (value === null) return { rule: { actionType: 10, fieldId: field.id }, rest: about(behindName) };
  const quoted = /^["“](.*?)["”](.*)$/.exec(value);
  const [given = '', ...behind] = quoted ? [quoted[1] ?? '', (quoted[2] ?? '').trim()] : value.split(aboutJobs);
  const isNumber = field.type === 'money' || field.type === 'number';
  const operand = isNumber
    ? given.replaceAll(/[$,]|(?: ?dollars?)?(?: ?(?:\/|per |an? )(?:hour|hr|week|h))?$/gi, '').trim()
    : given.trim().replace(/^['’](.*)['’]$/, '$1');
  if (isNumber && !/^-?\d+(?:\.\d+)?$/.test(operand)) return { problem: `${field.label} needs a number, not “${given}”.` };
  const actionType = field.type === 'date' ? 2 : 1;
  return {
    rule: { actionType, fieldId: field.id, operand },
    rest: [about(behindName), about(behind)].filter(Boolean).join(' with '),
  };
}
