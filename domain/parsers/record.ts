import type { FeedField } from '#contract/collecting/column-mapping.ts';
import type { ValueProblem } from '../parsing/value-problem.ts';
import type { Span } from './document.ts';
import type { ParserToken } from './parser.ts';
import { contradict, type Reading } from './read-as.ts';

/** Where a value is in the document. A constant has no place. */
type ValuePlace = Span & { readonly field: FeedField; readonly token: number };

/** The values of one job, as texts by field, before they are read as a job. */
export type ParsedRecord = {
  readonly values: ReadonlyMap<FeedField, string>;
  readonly places: readonly ValuePlace[];
  /** Why this is no job that can be staged. */
  readonly problems: readonly ValueProblem[];
  /** Values that a person should look at. */
  readonly warnings: readonly ValueProblem[];
  /** How the document names each field. */
  readonly names: ReadonlyMap<FeedField, string>;
};

type Value = { readonly reading: Reading; readonly text: string; readonly inherited: boolean };

type Base = {
  readonly values: ReadonlyMap<FeedField, Value>;
  readonly places: readonly ValuePlace[];
  readonly problems: readonly ValueProblem[];
  readonly warnings: readonly ValueProblem[];
  readonly names: ReadonlyMap<FeedField, string>;
};

/** Gathers the values of one job. Those of `base` belong to it until it has its own. */
export function recordBuilder(base?: Base) {
  const values = new Map<FeedField, Value>(
    base ? Array.from(base.values, ([field, value]) => [field, { ...value, inherited: true }] as const) : [],
  );
  const places: ValuePlace[] = base ? [...base.places] : [];
  const problems: ValueProblem[] = base ? [...base.problems] : [];
  const warnings: ValueProblem[] = base ? [...base.warnings] : [];
  const names = new Map<FeedField, string>(base?.names);

  return {
    values,
    places,
    problems,
    warnings,
    names,
    valueOf: (field: FeedField): string | undefined => values.get(field)?.text,
    /** Takes a value. Of two that contradict each other the first stays, and a warning names both. */
    set(field: FeedField, token: ParserToken, reading: Reading, text: string, span: Span | undefined): void {
      const known = values.get(field);
      if (known && !known.inherited && token.type !== 'lookup') {
        if (contradict(known.reading, reading)) warnings.push(contradiction(field, known.text, text));
        if (span) places.push({ field, token: token.number, start: span.start, end: span.end });
        return;
      }
      values.set(field, { reading, text, inherited: false });
      names.set(field, token.text === '' ? token.column || token.address : token.text);
      if (span) places.push({ field, token: token.number, start: span.start, end: span.end });
    },
    isEmpty: (): boolean => Array.from(values.values()).every(({ inherited }) => inherited) && problems.length === 0,
    done: (): ParsedRecord => ({
      values: new Map(Array.from(values, ([field, { text }]) => [field, text] as const)),
      places,
      problems,
      warnings,
      names,
    }),
  };
}

export type RecordBuilder = ReturnType<typeof recordBuilder>;

const contradiction = (field: FeedField, first: string, second: string): ValueProblem => ({
  field,
  value: first,
  problem: `The document contradicts itself: it says “${first}” and also “${second}”.`,
  remedy: 'The first value was taken. Ask the vendor which one is right.',
});
