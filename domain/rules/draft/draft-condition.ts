import { fieldNamed, fields } from '../../fields/catalogue.ts';
import type { Field } from '../../fields/field.ts';
import { type Named, skillAt, skillOrText, spoken, stateAt, stateOrText, workTypes } from './draft-words.ts';

/** A condition in the rule language, what it assumes, and the work types that its words name. */
export type ReadCondition = {
  readonly source: string;
  readonly assumed: readonly string[];
  readonly workTypes: readonly (1 | 2 | 3)[];
};
type Problem = { readonly problem: string };

/** The field that words name, in singular or plural. Undefined if they name none. */
export function spokenField(words: string): Field | undefined {
  const name = words
    .trim()
    .toLowerCase()
    .replace(/^(?:the|an?|its|their|job[’']?s?) /, '');
  const own = (key: string): string => (Object.hasOwn(spoken, key) ? (spoken[key] ?? '') : '');
  const single = name.replace(/s$/, '');
  return fieldNamed(words.trim()) ?? fieldNamed(name) ?? fieldNamed(own(name)) ?? fieldNamed(single) ?? fieldNamed(own(single));
}

/** Spellings of fields, longest first. */
const fieldWords: readonly string[] = [
  ...fields.flatMap(({ label, key }) => [label, key, `${label}s`]),
  ...Object.keys(spoken),
  ...Object.keys(spoken).map((name) => `${name}s`),
].sort((a, b) => b.length - a.length);

const operators: readonly (readonly [RegExp, string])[] = [
  [/^(?:does not contain|do not contain|doesn[’']t contain|without) /i, 'does not contain'],
  [/^(?:contains?|containing|includes?|including|mentions?|mentioning|has) /i, 'contains'],
  [/^(?:starts?|begins?) with /i, 'starts'],
  [/^ends? with /i, 'ends with'],
  [
    /^(?:is |are )?(?:at least|no less than|not less than|not below|a minimum of|minimum|on or after|starting at|>=) /i,
    'greater or equal',
  ],
  [
    /^(?:is |are )?(?:at most|no more than|not more than|not over|not above|up to|a maximum of|maximum|on or before|<=) /i,
    'less equal',
  ],
  [
    /^(?:is |are )?(?:less than|under|below|lower than|fewer than|smaller than|shorter than|earlier than|before|<) /i,
    'less than',
  ],
  [
    /^(?:is |are )?(?:more than|over|above|greater than|higher than|longer than|later than|after|exceeds|exceeding|>) /i,
    'greater than',
  ],
  [/^(?:is |are )?between /i, 'between'],
  [/^(?:is |are )?(?:not equal to|is not|isn[’']t|are not|aren[’']t|not|other than) /i, 'not equal'],
  [/^(?:is|equals?|equal to|are|of|on|=)(?: in)? /i, 'equal'],
];

/** One comparison: `source` in the rule language, and the field and operator that a further value takes over. */
type Piece = { readonly source: string; readonly field: string; readonly operator: string };

const comparison = (field: string, operator: string, value: string): Piece => ({
  source: `[${field}] ${operator} ${JSON.stringify(value)}`,
  field,
  operator,
});

const unquoted = (text: string): string => text.trim().replace(/^["“'](.*)["”']$/, '$1');

/** A value as the field stores it: `$60 an hour` is 60, `Texas` is TX, `registered nurse` is RN. */
function valueFor(field: Field, text: string): string {
  const value = unquoted(text);
  if (field.type === 'money' || field.type === 'number')
    return value
      .replace(/^(?:USD ?|\$)/i, '')
      .replace(
        /(?: ?dollars?)?(?: ?(?:\/|per|an?) ?(?:hour|hr|h|week|wk))?$|(?: (?:weeks?|wks?|days?|hours?|hrs?|percent|%).*)$/i,
        '',
      )
      .replaceAll(',', '')
      .trim();
  if (field.key === 'state') return stateOrText(value);
  return field.key === 'degree' || field.key === 'specialty' ? skillOrText(field.label, value) : value;
}

/** The comparison of a field with what its words say. */
function compared(field: Field, rest: string): Piece | Problem {
  if (/^(?:is |are )?(?:empty|blank|missing|not set)$/i.test(rest))
    return { source: `[${field.label}] is empty`, field: field.label, operator: 'is' };
  if (/^(?:is |are )?(?:not empty|not blank|filled in|set)$/i.test(rest))
    return { source: `[${field.label}] is not empty`, field: field.label, operator: 'is' };
  const found = operators.find(([words]) => words.test(`${rest} `));
  if (!found) return { problem: `Say how ${field.label} is compared, such as “is”, “contains” or “is less than”.` };
  const [pattern, operator] = found;
  const said = `${rest} `.replace(pattern, '').trim();
  if (said === '') return { problem: `Say what ${field.label} is compared with.` };
  if (operator === 'between') {
    const [from = '', to = ''] = said.split('~').map((part) => valueFor(field, part.trim()));
    const parts = [comparison(field.label, 'greater or equal', from), comparison(field.label, 'less equal', to)];
    return (
      unreadable(field, [from, to]) ?? { source: parts.map(({ source }) => source).join(' and '), field: field.label, operator }
    );
  }
  const value = valueFor(field, said);
  return unreadable(field, [value]) ?? comparison(field.label, operator, value);
}

function unreadable(field: Field, values: readonly string[]): Problem | undefined {
  const isNumber = field.type === 'money' || field.type === 'number';
  const odd = isNumber ? values.find((value) => !/^-?\d+(?:\.\d+)?$/.test(value)) : undefined;
  return odd === undefined ? undefined : { problem: `${field.label} needs a number, not “${odd}”.` };
}

const connector =
  /\s*,?\s+(and|or|with|whose|where|if|when|whenever|that (?:are|is|have|has)|which (?:are|is|have|has)|having)\s+|\s*,(?!\d{3})\s*/;
/** Words that say nothing about which jobs are meant. */
const filler =
  /^(?:all|any|every|each|the|these|those|such|open|an?|of|is|are|it|they|new|only|jobs?|orders?|positions?|requisitions?|needs?|assignments?|shifts?|nurses?)(?![\p{L}\p{N}])\s*/iu;
const shiftWord = /^(nights?|days?|evenings?|weekends?)(?=\s|$)/i;

/** Reads which jobs are meant: a phrase such as "RN jobs in Texas", and conditions joined by "and" and "or". */
export function readCondition(words: string): ReadCondition | Problem {
  const parts: { joiner: 'and' | 'or'; sources: string[] }[] = [];
  const assumed: string[] = [];
  const types: (1 | 2 | 3)[] = [];
  let last: Piece | undefined;
  // "OR" before jobs is the operating room, and any other one joins.
  const text = words.replaceAll(/\bOR(?= (?:nurses?|jobs?|orders?)\b)/g, 'operating room');
  const pieces = ` ${text}`.split(new RegExp(connector, 'iu'));
  for (let i = 0; i < pieces.length; i += 2) {
    const joiner = pieces[i - 1]?.toLowerCase();
    const isOr = joiner === 'or';
    // "in TX, OK or NM": a comma joins values of one field.
    const isListed = i > 0 && joiner === undefined;
    const piece = (pieces[i] ?? '').trim();
    if (piece === '') continue;
    const read = readPiece(piece, i > 0 ? last : undefined);
    if ('problem' in read) return read;
    assumed.push(...read.assumed);
    types.push(...read.workTypes);
    for (const [at, one] of read.pieces.entries()) {
      const same = at === 0 && (isOr || isListed) && last?.field === one.field && (isOr || last.operator === one.operator);
      if (same) parts.at(-1)?.sources.push(one.source);
      else parts.push({ joiner: at === 0 && isOr ? 'or' : 'and', sources: [one.source] });
      last = one;
    }
  }
  return { source: joined(parts), assumed, workTypes: [...new Set(types)] };
}

/** Alternatives of one field stay together in brackets. */
function joined(parts: readonly { joiner: 'and' | 'or'; sources: readonly string[] }[]): string {
  return parts
    .map(({ joiner, sources }, i) => {
      const one = sources.map((source) => (sources.length > 1 && / and \[/.test(source) ? `(${source})` : source)).join(' or ');
      return (i === 0 ? '' : ` ${joiner} `) + (sources.length > 1 && parts.length > 1 ? `(${one})` : one);
    })
    .join('');
}

type ReadPiece = {
  readonly pieces: readonly Piece[];
  readonly assumed: readonly string[];
  readonly workTypes: readonly (1 | 2 | 3)[];
};

/** Reads one piece from its start, word by word. What cannot be read is named. */
function readPiece(piece: string, before: Piece | undefined): ReadPiece | Problem {
  const pieces: Piece[] = [];
  const assumed: string[] = [];
  const types: (1 | 2 | 3)[] = [];
  const take = (named: Named) => {
    pieces.push(comparison(named.field, 'equal', named.value));
    assumed.push(`“${named.value}” is a ${named.field.toLowerCase()}.`);
  };
  let rest = piece;
  while (rest !== '') {
    const field = fieldAt(rest);
    if (field) {
      const said = rest.slice(field.length).trim();
      // "a rate of at least 60": the second word compares.
      const found = compared(
        field.field,
        said.replace(/^of (?=at |over |under |below |above |more |less |between |up |no )/i, ''),
      );
      return 'problem' in found ? found : { pieces: [...pieces, found], assumed, workTypes: types };
    }
    const amount = amountAt(rest);
    if (amount) return 'problem' in amount ? amount : { pieces: [...pieces, amount], assumed, workTypes: types };
    const place = placeAt(rest);
    if (place) {
      if (place.named) take(place.named);
      else {
        pieces.push(comparison('Facility', 'contains', place.name));
        assumed.push(`“${place.name}” is a facility.`);
      }
      rest = place.rest;
      continue;
    }
    const type = workTypes.find(([word]) => new RegExp(`^(?:${word.source})`, 'i').test(rest));
    const named = skillAt(rest) ?? (before?.field === 'State' ? stateAt(rest) : undefined);
    const shift = shiftWord.exec(rest)?.[1];
    if (type) {
      types.push(type[1]);
      rest = rest.replace(new RegExp(`^(?:${type[0].source})\\s*`, 'i'), '');
    } else if (named) {
      take(named);
      rest = rest.slice(named.length).replace(/^s?\s*/, '');
    } else if (shift) {
      pieces.push(comparison('Shift', 'contains', shift.toLowerCase().replace(/s$/, '')));
      rest = rest.slice(shift.length).trim();
    } else if (filler.test(rest)) rest = rest.replace(filler, '');
    // "degree is RN or LPN": a further value belongs to the field before it.
    else if (
      before &&
      pieces.length === 0 &&
      /^(?:equal|not equal|contains|starts|ends with)$/.test(before.operator) &&
      rest === piece &&
      !/\s(?:is|are)\s/.test(rest)
    )
      return { pieces: [comparison(before.field, before.operator, unquoted(rest))], assumed, workTypes: types };
    else return { problem: `“${rest}” does not name a job field. Use the name shown in the grid.` };
  }
  return { pieces, assumed, workTypes: types };
}

function fieldAt(text: string): { readonly field: Field; readonly length: number } | undefined {
  const lead = /^(?:(?:the|an?|its|their|job[’']?s?) )*/i.exec(text)?.[0].length ?? 0;
  const lower = text.slice(lead).toLowerCase();
  const name = fieldWords.find((each) => lower.startsWith(`${each.toLowerCase()} `));
  // "day jobs" and "hours": a word for a field that nothing is compared with is no field here.
  const rest = name === undefined ? '' : lower.slice(name.length + 1);
  const field = name === undefined ? undefined : spokenField(name);
  if (!field || name === undefined || (/^days?$/i.test(name) && !operators.some(([words]) => words.test(rest)))) return undefined;
  return { field, length: lead + name.length + 1 };
}

/** "at least 13 weeks", "over $60 an hour", "between 8 ~ 12 weeks": an amount whose unit names the field. */
function amountAt(text: string): Piece | Problem | undefined {
  const said =
    /^(?:(?:for|of|lasting|paying) (?=at|over|under|between|more|less|up|longer|shorter|\d))?(.*?\d[\d.,]*(?: ~ \$?\d[\d.,]*)?)\s*(weeks?|wks?|days?|hours?(?: (?:a|per) week)?|(?:\/|an? |per )(?:hour|hr)|positions?|openings?)$/i.exec(
      text,
    );
  const [, amount = '', unit = ''] = said ?? [];
  const key = /^w/i.test(unit)
    ? 'durationWeeks'
    : /^d/i.test(unit)
      ? 'durationDays'
      : /^(?:p(?!er)|o)/i.test(unit)
        ? 'positions'
        : /^h/i.test(unit)
          ? 'hoursPerWeek'
          : 'billRate';
  const field = said ? fieldNamed(key) : undefined;
  if (!field) return undefined;
  const words = amount.trim();
  if (/^\$?\d/.test(words)) return compared(field, `is ${words}`);
  return operators.some(([pattern]) => pattern.test(words)) ? compared(field, words) : undefined;
}

/** "in Texas", "at Mercy Hospital", "of St. Mary". A state in words or capitals is a state, any other name a facility. */
function placeAt(text: string): { readonly named?: Named; readonly name: string; readonly rest: string } | undefined {
  const lead = /^(?:in|at|of|for|from) (?:the )?(?:state of )?/i.exec(text)?.[0];
  if (lead === undefined) return undefined;
  const after = text.slice(lead.length);
  const named = stateAt(after) ?? skillAt(after);
  const isAlone = named && /^(?:\s|$|s\b)/.test(after.slice(named.length));
  if (named && isAlone) return { named, name: named.value, rest: after.slice(named.length).trim() };
  if (filler.test(after) || workTypes.some(([word]) => new RegExp(`^(?:${word.source})`, 'i').test(after))) return undefined;
  return /^(?:at|of|for|from|in) /i.test(text) && after !== '' ? { name: unquoted(after), rest: '' } : undefined;
}
