import { createHash } from 'node:crypto';
import { draftRule } from '#domain/rules/draft-rule.ts';
import { standInReading } from './stand-in-reading.ts';

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
  const answer: Record<string, unknown> = properties.includes('jobId') ? orderOf(data, errs) : standInReading(data, errs);
  return Object.fromEntries(properties.map((name) => [name, answer[name]]));
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

/** The fields of an email that has lines such as `Facility: Mercy`. A mistake takes another rate. */
function orderOf(data: string, errs: boolean): Record<string, unknown> {
  const labels = { jobId: 'job id|job number', title: 'title', facility: 'facility|hospital', city: 'city', state: 'state' };
  const more = { degree: 'degree|discipline', specialty: 'specialty|unit', shift: 'shift', startDate: 'start date|start' };
  const read = Object.entries({ ...labels, ...more }).map(([name, label]) => {
    const line = new RegExp(String.raw`^\s*(?:${label})\s*:\s*(.+)$`, 'im').exec(data);
    return [name, line?.[1]?.trim() ?? null] as const;
  });
  const rate = /rate\s*:\s*\$?(\d+(?:\.\d+)?)/i.exec(data);
  return { ...Object.fromEntries(read), billRate: rate ? Number(rate[1]) + (errs ? 5 : 0) : null };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
