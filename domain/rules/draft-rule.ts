import type { RuleDraft } from '#contract/rows/rule-rows.ts';
import { fieldNamed, fields } from '../fields/catalogue.ts';
import type { Field } from '../fields/field.ts';
import { blankRule } from './blank-rule.ts';
import { parseCondition } from './language/parse-condition.ts';

/** A drafted rule and the assumptions that its description does not state, one sentence each. */
export type Drafted = { readonly rule: RuleDraft; readonly assumed: readonly string[] };

/** Why a description gave no rule, in one sentence with the remedy. */
export type NotDrafted = { readonly problem: string };

/** Other names that people use for fields. */
const spoken: Readonly<Record<string, string>> = {
  rate: 'billRate',
  'pay rate': 'payPerHour',
  hospital: 'facility',
  client: 'facility',
  profession: 'degree',
  discipline: 'degree',
  department: 'unit',
  notes: 'note',
  vms: 'source',
  vendor: 'source',
  weeks: 'durationDays',
};

const operators: readonly (readonly [RegExp, string])[] = [
  [/^(?:does not contain|doesn[’']t contain|without) /i, 'does not contain'],
  [/^(?:contains?|includes?|mentions?|has) /i, 'contains'],
  [/^(?:starts?|begins?) with /i, 'starts'],
  [/^ends? with /i, 'ends with'],
  [/^(?:is )?(?:not equal to|is not|isn[’']t|other than) /i, 'not equal'],
  [/^(?:is )?(?:at least|no less than|not less than) /i, 'greater or equal'],
  [/^(?:is )?(?:at most|no more than|not more than|up to) /i, 'less equal'],
  [/^(?:is )?(?:less than|under|below|lower than) /i, 'less than'],
  [/^(?:is )?(?:more than|over|above|greater than|higher than) /i, 'greater than'],
  [/^(?:is|equals?|equal to|are|=) /i, 'equal'],
];

const workTypes: readonly (readonly [RegExp, 1 | 2 | 3])[] = [
  [/\bper[ -]?diem\b/i, 3],
  [/\bperm(?:anent)?\b/i, 2],
  [/\btravel\b/i, 1],
];

/**
 * Drafts a rule from a common sentence without an AI model: an action ("cancel", "hold", "hide", "do not post", "set FIELD to
 * VALUE", "clear FIELD"), then its conditions after "if", "when", "where" or "of". Text that it does not understand is reported,
 * never guessed.
 */
export function draftRule(description: string): Drafted | NotDrafted {
  const text = description
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/[.!]+$/, '');
  const { action, condition } = split(text);
  const done = actionOf(action);
  if ('problem' in done) return done;
  const workType = workTypes.find(([words]) => words.test(text))?.[1] ?? null;
  const read = conditionOf(withoutWorkType(condition), done.place);
  if ('problem' in read) return read;
  const rule = { ...blankRule, ...done.rule, name: nameOf(text), source: read.source, workType };
  const parsed = parseCondition(read.source);
  if ('problem' in parsed) return { problem: `The condition could not be read: ${parsed.problem.words}` };
  const assumed = [
    ...done.assumed,
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

/** Either order: "cancel jobs if X" and "if X, cancel the job" (also "then"). */
function split(text: string): { action: string; condition: string } {
  const first = /^(?:if|when|where|whenever)\s+(.+?)\s*(?:,\s*then|,|\bthen\b)\s+(.+)$/i.exec(text);
  if (first) return { action: first[2] ?? '', condition: first[1] ?? '' };
  const last = /^(.+?)\s+(?:if|when|where|whenever|whose|with)\s+(.+)$/i.exec(text);
  return last ? { action: last[1] ?? '', condition: last[2] ?? '' } : { action: text, condition: '' };
}

const withoutWorkType = (condition: string): string =>
  condition.replace(/^(?:the job|it) is (?:a )?(?:travel|permanent|per[ -]?diem)(?: job)?$/i, '');

type Action = { readonly rule: Partial<RuleDraft>; readonly assumed: readonly string[]; readonly place: string };

function actionOf(words: string): Action | NotDrafted {
  const jobs = (verb: string) =>
    new RegExp(
      `^(?:please )?${verb}\\b(?: (?:all|every|any|the|these|such))*(?: (?:open|travel|perm(?:anent)?|per[ -]?diem))?(?: jobs?| orders?| it)?(.*)$`,
      'i',
    ).exec(words);
  const placed = (match: RegExpExecArray) => match[1]?.trim() ?? '';
  const none = jobs("(?:do not|don[’']t|never) (?:post|send|export)");
  if (none) return { rule: { actionType: 11, runOnExport: true }, assumed: [], place: placed(none) };
  const cancel = jobs("(?:cancel|close|reject|do not staff|don[’']t staff)");
  if (cancel) return { rule: { actionType: 5 }, assumed: [], place: placed(cancel) };
  const held = jobs('(?:put on hold|hold)');
  if (held) return { rule: { actionType: 6, operand: 'hold' }, assumed: [], place: placed(held) };
  const hidden = jobs('hide');
  if (hidden) return { rule: { actionType: 6, operand: 'hide' }, assumed: [], place: placed(hidden) };
  const clear = /^(?:clear|empty|remove|blank) (?:the |all )?(.+)$/i.exec(words);
  if (clear) return writing(clear[1] ?? '', null);
  const set = /^(?:set|change|make) (?:the )?(.+?) (?:to|as|=) (.+)$/i.exec(words);
  if (set) return writing(set[1] ?? '', set[2] ?? '');
  return {
    problem: 'Say what the rule does, such as “cancel jobs if …”, “hold …”, “do not post …” or “set bill rate to 90 if …”.',
  };
}

function writing(name: string, value: string | null): Action | NotDrafted {
  const [fieldText = '', place = ''] = name.split(/\s+(?=(?:of|for|from|at)\s+)/);
  const field = fieldOf(fieldText);
  if (!field) return { problem: `“${fieldText}” is not a job field. Use the name shown in the grid.` };
  if (!field.writable) return { problem: `${field.label} cannot be written by a rule: choose another field.` };
  if (value === null) return { rule: { actionType: 10, fieldId: field.id }, assumed: [], place };
  const [given = '', behind = ''] = value.split(/\s+(?=(?:for|of|at|from)\s+(?:all\s+)?(?:jobs?\b|\S))/);
  const operand =
    field.type === 'money' || field.type === 'number'
      ? given.replaceAll(/[$,]|\/?\s*(?:an? )?h(?:ou)?r$/gi, '').trim()
      : unquoted(given);
  if ((field.type === 'money' || field.type === 'number') && !/^-?\d+(?:\.\d+)?$/.test(operand))
    return { problem: `${field.label} needs a number, not “${given}”.` };
  const actionType = field.type === 'date' ? 2 : 1;
  return { rule: { actionType, fieldId: field.id, operand }, assumed: [], place: behind || place };
}

const unquoted = (text: string): string => text.trim().replace(/^["“'](.*)["”']$/, '$1');

function fieldOf(words: string): Field | undefined {
  const name = words
    .trim()
    .toLowerCase()
    .replace(/^(?:the|its|their|job[’']?s?) /, '')
    .replace(/s$/, (s) => (fieldNamed(words.trim()) ? s : ''));
  return fieldNamed(words.trim()) ?? fieldNamed(name) ?? fieldNamed(spoken[name] ?? spoken[words.trim().toLowerCase()] ?? '');
}

type Read = { readonly source: string; readonly assumed: readonly string[] } | NotDrafted;

/** Conditions joined by "and" and "or", and the place after the word "jobs" ("of Mercy Hospital", "in CA"). */
function conditionOf(words: string, place: string): Read {
  const assumed: string[] = [];
  const parts: string[] = [];
  const around = placeOf(place);
  if ('problem' in around) return around;
  if (around.source !== '') parts.push(around.source);
  assumed.push(...around.assumed);
  if (words.trim() !== '') {
    const joined = joinedOf(words);
    if ('problem' in joined) return joined;
    parts.push(parts.length > 0 && / or /.test(joined.source) ? `(${joined.source})` : joined.source);
  }
  return { source: parts.join(' and '), assumed };
}

/** Words without a condition: "jobs" alone, or a work type, which the rule stores in a field of its own. */
const empty = /^(?:(?:all|any|every|the) )?(?:open |travel |perm(?:anent)? |per[ -]?diem )*(?:jobs?|orders?)?$/i;

function placeOf(place: string): Read {
  const words = place.replace(/^(?:of|for|from|at|in)\s+/i, '').trim();
  if (words === '' || empty.test(words)) return { source: '', assumed: [] };
  const tail = /^(?:(?:all|any|every|the) )?(?:jobs?|orders?) (?:of|for|from|at|in) (.+)$/i.exec(words)?.[1] ?? words;
  const name = unquoted(tail);
  if (/^(?:in|from)\s/i.test(place) && /^[A-Z]{2}$/.test(name))
    return { source: `[State] equal ${name}`, assumed: [`“${name}” is a state.`] };
  return { source: `[Facility] contains ${JSON.stringify(name)}`, assumed: [`“${name}” is a facility.`] };
}

function joinedOf(words: string): Read {
  const pieces = words.split(/\s+(and|or)\s+/i);
  const said: string[] = [];
  for (const [i, piece] of pieces.entries()) {
    if (i % 2 === 1) said.push(piece.toLowerCase());
    else {
      const one = comparisonOf(piece, said.length > 0 ? said : []);
      if ('problem' in one) return one;
      said.push(one.source);
    }
  }
  return { source: said.join(' '), assumed: [] };
}

/** Finds the longest field name at the start of a text, then an operator, then the value. */
function comparisonOf(piece: string, before: readonly string[]): Read {
  const text = piece.trim().replace(/^(?:the|its|their|job[’']?s?) /i, '');
  const names = [...fields.flatMap(({ label, key }) => [label, key]), ...Object.keys(spoken)].sort((a, b) => b.length - a.length);
  const name = names.find((each) => text.toLowerCase().startsWith(`${each.toLowerCase()} `));
  const field = name === undefined ? undefined : fieldOf(name);
  const last = /^\[[^\]]+\] (?:equal|contains) /.exec(before.at(-2) ?? '')?.[0];
  // "degree is RN or LPN": the second value belongs to the field before it.
  if (!field && last !== undefined && before.at(-1) === 'or')
    return { source: `${last}${JSON.stringify(unquoted(text))}`, assumed: [] };
  if (!field || name === undefined)
    return { problem: `“${piece.trim()}” does not name a job field. Use the name shown in the grid.` };
  const rest = text.slice(name.length + 1);
  if (/^is (?:empty|blank|missing)$/i.test(rest)) return { source: `[${field.label}] is empty`, assumed: [] };
  const found = operators.find(([words]) => words.test(rest));
  if (!found) return { problem: `Say how ${field.label} is compared, such as “is”, “contains” or “is less than”.` };
  const [pattern, operator] = found;
  const value = unquoted(rest.replace(pattern, '')).replace(/^\$(?=\d)/, '');
  return value === ''
    ? { problem: `Say what ${field.label} is compared with.` }
    : { source: `[${field.label}] ${operator} ${JSON.stringify(value)}`, assumed: [] };
}
