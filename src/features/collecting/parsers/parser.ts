import type { ParserRow } from '#contract/collecting/parsers.ts';

export const newParser: ParserRow = {
  id: 0,
  name: '',
  description: '',
  readsSheets: false,
  needsTable: false,
  withoutJobId: false,
  lastColumn: '',
  firstRow: 0,
  lastRow: 0,
  sourceId: null,
  listsAllJobs: false,
  tokens: 0,
  samples: 0,
  customers: 0,
};
