/** Most of a page that is read. Pages are written by people for people; a larger one is an attack or an export. */
export const pageLimits = {
  depth: 500,
  nodes: 300_000,
  /** Of one value, and of one value of a form's control, whose hidden state may be long. */
  valueLength: 100_000,
  controlLength: 2_000_000,
  /** Of all values of one reading together: selectors may find the same text many times. */
  totalLength: 8_000_000,
} as const;
