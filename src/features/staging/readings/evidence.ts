import type { JobReadings, ReadEvidence } from '#contract/rows/jobs.ts';
import { withoutEntities } from '#domain/descriptions/entities.ts';

/** A value that was read, as people see it: its name, who read it, and the pieces of text that say it. */
export type Evidence = {
  readonly of: 'Shift' | 'Rate';
  readonly by: string;
  readonly pieces: readonly string[];
};

const shortest = 2;

/** Who read a value and how certain it is: "Built-in reader, 92 %". A model says nothing of its certainty. */
const readBy = ({ by, certainty }: ReadEvidence): string => (certainty === null ? by : `${by}, ${certainty} %`);

function evidenceOf(of: Evidence['of'], evidence: ReadEvidence | null | undefined): Evidence[] {
  if (!evidence) return [];
  const plain = withoutEntities(evidence.substring.replaceAll(/<[^<>]*>/g, '\n'));
  const pieces = plain.split('\n').map((piece) => piece.replaceAll(/\s+/g, ' ').trim());
  return [{ of, by: readBy(evidence), pieces: pieces.filter((piece) => piece.length >= shortest) }];
}

/** What was read from a job's description. */
export const evidencesOf = (readings: JobReadings | null | undefined): readonly Evidence[] => [
  ...evidenceOf('Shift', readings?.shift),
  ...evidenceOf('Rate', readings?.rate),
];

/** A text in pieces; `read` is set on those that say a value. The pieces add up to the text. */
export function withEvidence(
  text: string,
  evidences: readonly Evidence[],
): readonly { readonly text: string; readonly read: Evidence | null }[] {
  let pieces: { text: string; read: Evidence | null }[] = [{ text, read: null }];
  for (const read of evidences)
    for (const words of read.pieces) pieces = pieces.flatMap((piece) => (piece.read ? [piece] : cut(piece.text, words, read)));
  return pieces;
}

function cut(text: string, words: string, read: Evidence) {
  const at = text.indexOf(words);
  if (at < 0) return [{ text, read: null }];
  const parts = [
    { text: text.slice(0, at), read: null },
    { text: words, read },
    { text: text.slice(at + words.length), read: null },
  ];
  return parts.filter((part) => part.text !== '');
}
