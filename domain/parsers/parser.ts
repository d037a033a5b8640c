import type { FeedField } from '#contract/collecting/column-mapping.ts';

/** How a token finds its text. The ids are those of the token types that calls name. */
export const tokenTypes = [
  { id: 1, kind: 'after', name: 'Text after a label' },
  { id: 2, kind: 'below', name: 'Text below a label' },
  { id: 3, kind: 'right', name: 'Text right of a label' },
  { id: 4, kind: 'pattern', name: 'Pattern' },
  { id: 5, kind: 'part', name: 'Part between separators' },
  { id: 6, kind: 'cell', name: 'Table cell' },
  { id: 7, kind: 'column', name: 'Worksheet column' },
  { id: 8, kind: 'constant', name: 'Constant' },
  { id: 9, kind: 'lookup', name: 'Lookup' },
  { id: 10, kind: 'loop', name: 'Loop' },
] as const;
export type TokenType = (typeof tokenTypes)[number]['kind'];

/** What a token's text must be. */
export const dataTypes = [
  { id: 1, kind: 'text', name: 'Text' },
  { id: 2, kind: 'date', name: 'Date' },
  { id: 3, kind: 'number', name: 'Whole number' },
  { id: 4, kind: 'money', name: 'Money' },
  { id: 5, kind: 'hours', name: 'Hours' },
  { id: 6, kind: 'duration', name: 'Length of time' },
  { id: 7, kind: 'place', name: 'City, state and zip' },
  { id: 8, kind: 'state', name: 'State' },
  { id: 9, kind: 'shift', name: 'Shift' },
  { id: 10, kind: 'workType', name: 'Work type' },
  { id: 11, kind: 'yesNo', name: 'Yes or no' },
  { id: 12, kind: 'status', name: 'Status' },
  { id: 13, kind: 'longText', name: 'Text of several lines' },
] as const;
export type DataType = (typeof dataTypes)[number]['kind'];

/** Rules with this id or a higher one are triggers: they choose the parser of a document. */
export const firstTriggerId = 10_000;

/** Narrows found text: the first group of `pattern`, or its whole match, then part number `part` between separators. */
export type ParserRule = {
  readonly id: number;
  /** The customer whose documents it is for. Null: of all customers. */
  readonly customerId: number | null;
  readonly pattern: string;
  readonly separator: string;
  /** Counts from 1; a negative number counts from the end. 0: no part. */
  readonly part: number;
};

export const isTrigger = ({ id }: Pick<ParserRule, 'id'>): boolean => id >= firstTriggerId;

/**
 * One step of a parser. `text` is the label, the constant, or what a loop repeats; several labels are separated by `|`, and
 * `{shift}` in a label means the value that was read for the shift. A token without a target only moves on, and its labels
 * end the text of other labels. `next` and `nextFailed` are numbers of tokens: 0 is the following one, -1 the end. Where a token fails
 * and `nextFailed` is -1, the job is refused.
 */
export type ParserToken = {
  readonly number: number;
  readonly type: TokenType;
  readonly dataType: DataType;
  readonly target: FeedField | null;
  readonly text: string;
  /** The address of a cell, such as `B4`. In a loop over rows, the row is that of the loop. */
  readonly address: string;
  /** The heading or letter of a column. */
  readonly column: string;
  /** Lines such as `RN = Registered Nurse`: the value on the left becomes the one on the right. */
  readonly lookup: string;
  /** The value if the document says nothing. */
  readonly fallback: string;
  readonly rule: ParserRule | null;
  readonly next: number;
  readonly nextFailed: number;
};

/** A small machine that finds the values of jobs in the documents of one vendor. */
export type Parser = {
  readonly id: number;
  readonly name: string;
  /** Reads worksheets, attached or alone, in place of the text of an email. */
  readonly readsSheets: boolean;
  /** Takes only documents with a table. */
  readonly needsTable: boolean;
  /** The jobs have no id of the vendor. One is derived from their values. */
  readonly withoutJobId: boolean;
  /** The part of a worksheet that is read; 0 and empty text are no limit. */
  readonly firstRow: number;
  readonly lastRow: number;
  readonly lastColumn: string;
  /** A document lists every open job, so that jobs missing in it are no longer open. */
  readonly listsAllJobs: boolean;
  readonly tokens: readonly ParserToken[];
};

const spaces = /\s*\|\s*/;

/** The labels of a token. */
export const labelsOf = ({ text }: ParserToken): string[] => text.split(spaces).filter((label) => label !== '');

export const hasLabels = ({ type }: ParserToken): boolean => type === 'after' || type === 'below' || type === 'right';
