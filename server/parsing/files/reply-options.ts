import type { FeedFormat } from './feed-table.ts';

/**
 * How to read a document's records. `beside` names values that the document has beside its list, such as `count`. `single`: the
 * document itself is the one record, with all lists in it.
 */
export type ReplyOptions = { readonly beside?: readonly string[]; readonly single?: true };

/** The flat records of a document, without empty values. `whole`: every entry of its list is among them. */
export type RecordList = {
  readonly records: readonly Readonly<Record<string, string>>[];
  readonly beside: Readonly<Record<string, string>>;
  readonly whole: boolean;
};

/** The records as the reader gives them. `bad` counts entries that are no records. */
export type RecordsOfReply = Omit<RecordList, 'whole'> & {
  readonly bad: number;
  readonly format: FeedFormat;
  readonly truncated?: string;
};
