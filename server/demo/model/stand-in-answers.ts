import { createHash } from 'node:crypto';
import { draftRule } from '#domain/rules/draft-rule.ts';

/** The models of the stand-in, and how often each makes a mistake on purpose. */
export const standInModels = { 'stand-in-careful': 0.02, 'stand-in-hasty': 0.2 } as const;

type Asked = {
  readonly model: string;
  readonly instructions: string;
  readonly data: string;
  readonly properties: readonly string[];
};

/**
 * The answer of the stand-in, by the properties that are asked for. It reads with fixed rules, so that the same question has the same
 * answer; the mistakes depend on model and question alone. Model names that it does not know make none.
 */
export function standInAnswer(asked: Asked): Record<string, unknown> {
  const rate = Object.entries(standInModels).find(([name]) => name === asked.model)?.[1] ?? 0;
  const errs = drawOf(`${asked.model}\n${asked.data}`) < rate;
  const { data, instructions, properties } = asked;
  if (properties.includes('choices')) return choicesOf(data, errs);
  if (properties.includes('actionType')) return ruleOf(data, errs);
  if (properties.includes('value')) return { value: errs ? null : valueOf(data, instructions) };
  if (properties.includes('ready')) return { ready: true };
  const read: Record<string, unknown> = properties.includes('jobId') ? orderOf(data) : shiftOf(data);
  return Object.fromEntries(
    properties.map((name) => [name, errs && typeof read[name] === 'number' ? read[name] + 5 : read[name]]),
  );
}

/** A number from 0 to 1 that depends on the text alone. */
const drawOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;

type Offer = { readonly text: number; readonly written: string; readonly values: readonly { id: string; name: string }[] };

/** For each text the offered value with the most words in common; null if none has any. A mistake takes the last one. */
function choicesOf(data: string, errs: boolean) {
  const offers = jsonOf(data);
  if (!Array.isArray(offers)) return { choices: [] };
  return {
    choices: (offers as Offer[]).map(({ text, written, values }) => {
      if (errs) return { text, value: values.at(-1)?.id ?? null };
      const scored = values.map(({ id, name }) => ({ id, common: commonWords(written, name) }));
      const best = scored.reduce<(typeof scored)[number] | null>((a, b) => (a === null || b.common > a.common ? b : a), null);
      return { text, value: best && best.common > 0 ? best.id : null };
    }),
  };
}

function commonWords(one: string, other: string): number {
  const words = new Set(other.toLowerCase().match(/[a-z0-9]+/g) ?? []);
  return (one.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => words.has(word)).length;
}

/** The draft of the built-in drafter. A mistake forgets the condition. */
function ruleOf(data: string, errs: boolean) {
  const drafted = draftRule(data);
  if ('problem' in drafted)
    return { name: '', source: '', actionType: 0, fieldId: null, operand: null, workType: null, assumed: [drafted.problem] };
  const { name, source, actionType, fieldId, operand, workType } = drafted.rule;
  const assumed = drafted.assumed.filter((sentence) => !sentence.includes('inactive'));
  return { name, source: errs ? '' : source, actionType, fieldId, operand, workType, assumed };
}

/** What follows the question mark, as the kind of value that the prompt names. */
function valueOf(data: string, instructions: string): string | number | boolean | null {
  const said = data.slice(data.lastIndexOf('?') + 1).trim();
  if (said === '') return null;
  if (/\ba number\b/.test(instructions)) {
    const number = /-?\d+(?:\.\d+)?/.exec(said.replaceAll(',', ''));
    return number ? Number(number[0]) : null;
  }
  if (/yyyy-MM-dd/.test(instructions)) return /\d{4}-\d{2}-\d{2}/.exec(said)?.[0] ?? null;
  if (/true or false/.test(instructions)) return /\b(?:yes|true)\b/i.test(said);
  return said.slice(0, 200);
}

/** Shift and bill rate of a description, by the commonest ways to write them. */
function shiftOf(data: string): Record<string, unknown> {
  const span = /\b(\d{1,2})(?::?(\d{2}))?\s*([ap])?\.?m?\.?\s*(?:-|–|to)\s*(\d{1,2})(?::?(\d{2}))?\s*([ap])?\.?m?\b/i.exec(data);
  const [start, end] = span ? [clock(span[1], span[2], span[3]), clock(span[4], span[5], span[6])] : [null, null];
  const rates = Array.from(data.matchAll(/(?:bill rate|rate|\$)\D{0,8}(\d{2,3}(?:\.\d{1,2})?)/gi), ([text, rate]) => ({
    text,
    rate: Number(rate),
  }));
  const shifts = /(\d)\s*(?:x\s*\d{1,2}|shifts)/i.exec(data);
  const kinds = ['night', 'day', 'eve', 'rotating', 'float', 'weekends', 'flex', 'call'];
  return {
    startTime: start,
    endTime: end,
    shiftLength: start !== null && end !== null ? hoursBetween(start, end) : null,
    numberOfShifts: shifts ? Number(shifts[1]) : null,
    modifiers: kinds.filter((kind) => new RegExp(String.raw`\b${kind}s?\b`, 'i').test(data)),
    shiftText: span?.[0] ?? null,
    billRate: rates[0]?.rate ?? null,
    minBillRate: null,
    billRateText: rates[0]?.text ?? null,
  };
}

/** A time of day as `19:00`; null if there is none. */
function clock(hour = '', minute = '00', half?: string): string | null {
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
  const whole = half === undefined ? Number(hour) : hours;
  return whole < 24 && Number(minute) < 60 ? `${String(whole).padStart(2, '0')}:${minute}` : null;
}

function hoursBetween(start: string, end: string): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return ((minutes(end) - minutes(start) + 1440) % 1440) / 60;
}

/** The fields of an email that has lines such as `Facility: Mercy`. */
function orderOf(data: string): Record<string, unknown> {
  const labels = { jobId: 'job id|job number', title: 'title', facility: 'facility|hospital', city: 'city', state: 'state' };
  const more = { degree: 'degree|discipline', specialty: 'specialty|unit', shift: 'shift', startDate: 'start date|start' };
  const read = Object.entries({ ...labels, ...more }).map(([name, label]) => {
    const line = new RegExp(String.raw`^\s*(?:${label})\s*:\s*(.+)$`, 'im').exec(data);
    return [name, line?.[1]?.trim() ?? null] as const;
  });
  const rate = /rate\s*:\s*\$?(\d+(?:\.\d+)?)/i.exec(data);
  return { ...Object.fromEntries(read), billRate: rate ? Number(rate[1]) : null };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
