import { costWords, outcomeWords, standInWords } from '#domain/ai/call-words.ts';
import { type MeasuredRow, type Measurement, wrongProperties } from '#domain/ai/measure/measure.ts';
import { millisecondsWords, shareWords, valueWords } from '#domain/ai/measure/measure-words.ts';
import { measuredProperties } from '#domain/ai/measure/properties.ts';

type About = {
  readonly name: string;
  readonly standIn: boolean;
  readonly file: string;
  readonly split: string;
  readonly unsettled: number;
};

const columns = ['exact', 'precision', 'recall', 'f1'] as const;
const heads = ['Exact', 'Precision', 'Recall', 'F1'] as const;
const row = (cells: readonly string[]) =>
  cells
    .map((cell, i) => cell.padEnd(i === 0 ? 18 : 22))
    .join('')
    .trimEnd();
const labelOf = (name: string) => measuredProperties.find((property) => property.name === name)?.label ?? name;

/** The figures of a measurement as lines of text, each share with its 95 % interval. */
export function tableLines({ name, standIn, file, split, unsettled }: About, measured: Measurement): string[] {
  const reasons = Object.entries(measured.unanswered).map(([outcome, n]) => `${outcomeWords(outcome).toLowerCase()} ${n}`);
  return [
    `${name}${standIn ? ` (${standInWords})` : ''}: ${measured.rows} ${split === 'all' ? '' : `${split} `}rows of ${file}${unsettled > 0 ? `, ${unsettled} more are not settled` : ''}`,
    '',
    row(['', ...heads]),
    ...measured.properties.map((figures) =>
      row([labelOf(figures.name), ...columns.map((column) => shareWords(figures[column]))]),
    ),
    '',
    `Rows right as a whole: ${shareWords(measured.whole)}. In parentheses: 95 % intervals.`,
    `Without an answer: ${reasons.length === 0 ? 'none' : reasons.join(', ')}`,
    `Milliseconds a row: median ${millisecondsWords(measured.medianMilliseconds)}, slowest ${millisecondsWords(measured.slowestMilliseconds)}. Cost: ${costWords(measured.cost)}`,
  ];
}

const shortest = (text: string) => {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length > 200 ? `${plain.slice(0, 199)}…` : plain;
};

/** Each wrong row with what is wrong, as lines of text. */
export function wrongRowLines(rows: readonly MeasuredRow[], texts: ReadonlyMap<string, string>): string[] {
  const wrong = rows
    .map((one) => ({ ...one, properties: wrongProperties(one) }))
    .filter(({ properties }) => properties.length > 0);
  return [
    '',
    wrong.length === 0 ? 'No row is wrong.' : `Wrong rows: ${wrong.length}`,
    ...wrong.flatMap(({ id, truth, answer, properties }) => [
      `- ${id}: ${answer.outcome === 'answered' ? properties.map((name) => `${labelOf(name)} ${valueWords(name, answer.reading)}, labeled ${valueWords(name, truth)}`).join('; ') : outcomeWords(answer.outcome)}`,
      `  ${shortest(texts.get(id) ?? '')}`,
    ]),
  ];
}
