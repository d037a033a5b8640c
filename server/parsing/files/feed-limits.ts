const MB = 1024 * 1024;

/** Largest file that is read (reliability D5.2). A larger one is refused with a typed error. */
export const feedLimits = {
  fileBytes: 20 * MB,
  /** Of a text file that is read line by line. */
  lineFileBytes: 5 * MB,
  lines: 20_000,
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
