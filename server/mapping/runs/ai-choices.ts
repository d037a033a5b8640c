import type { MapValueRow } from '#contract/rows/rows.ts';
import type { Candidate } from '#domain/mapping/candidate/candidate.ts';
import type { Matcher } from '#domain/mapping/matcher.ts';
import { type AskPorts, askOperation } from '#server/ai/ask/ask-prompt.ts';

/** Limits of one request: the number of texts, and of values offered for each text. */
const mostTexts = 40;
const offered = 8;

/** The documented number of the operation that chooses values. */
const mappingOperation = 2;
/** What the schema of the operation lets through. */
type Answer = { readonly choices: readonly { readonly text: number; readonly value: string | null }[] };

/** The engine that chose, its choices by text id, and why the AI endpoint failed if it was asked. */
export type AiChoices = {
  readonly engine: 'built-in' | 'ai';
  readonly chosen: ReadonlyMap<number, Candidate<string> | null>;
  readonly notice: string | null;
  /** The stand-in of the demo chose. */
  readonly standIn: boolean;
};

const builtIn = (notice: string | null): AiChoices => ({ engine: 'built-in', chosen: new Map(), notice, standIn: false });

/**
 * Asks the customer's prompt which of the matcher's candidates a text means; null if the model chose none. It gets only the
 * vendors' texts and the list's names, no jobs. A choice keeps the matcher's certainty, since the model's is not calibrated.
 */
export async function askForChoices(
  ports: AskPorts,
  customerId: number,
  match: Matcher,
  rows: readonly MapValueRow[],
  names: ReadonlyMap<string, string>,
): Promise<AiChoices> {
  if (rows.length === 0) return builtIn(null);
  const asked = rows.slice(0, mostTexts).map((row) => ({ row, candidates: match(row, offered) }));
  const data = asked.map(({ row, candidates }) => ({
    text: row.id,
    kind: row.kind,
    written: row.text,
    degree: row.within,
    place: [row.address, row.city, row.state, row.zip].filter(Boolean).join(', '),
    values: candidates.map(({ id }) => ({ id, name: names.get(`${row.kind}/${id}`) ?? id })),
  }));
  const answer = await askOperation(ports, mappingOperation, { customerId, data: JSON.stringify(data) });
  if (answer.kind !== 'answered') return builtIn(answer.kind === 'failed' ? answer.words : null);
  const { choices } = answer.value as Answer;
  const candidatesOf = new Map(asked.map(({ row, candidates }) => [row.id, candidates]));
  const chosen = choices.flatMap(({ text, value }): [number, Candidate<string> | null][] => {
    if (value === null) return candidatesOf.has(text) ? [[text, null]] : [];
    // Ignore an id that was not offered.
    const candidate = candidatesOf.get(text)?.find(({ id }) => id === value);
    return candidate ? [[text, candidate]] : [];
  });
  return { engine: 'ai', chosen: new Map(chosen), notice: null, standIn: answer.standIn };
}
