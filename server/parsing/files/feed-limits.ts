const MB = 1024 * 1024;

/** What a feed may be at most (reliability D5.2). Anything more is answered with a typed error, never read. */
export const feedLimits = {
  fileBytes: 20 * MB,
  rows: 200_000,
  cells: 2_000_000,
  columns: 2_000,
  depth: 100,
  zipEntries: 2_000,
  unpackedBytes: 200 * MB,
  zipRatio: 100,
  heapMb: 256,
  deadlineMs: 30_000,
} as const;
