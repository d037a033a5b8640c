import type { Copying } from '#tests/doubles/memory-backend.ts';

/** A deeply frozen copy. Parts that are already frozen are reused. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  // Typed arrays cannot be frozen. Column blocks are never rewritten.
  if (ArrayBuffer.isView(value)) return structuredClone(value);
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T;
  const copy: Record<string, unknown> = {};
  for (const [field, part] of Object.entries(value)) copy[field] = frozen(part);
  return Object.freeze(copy) as T;
}

/**
 * Freezes rows when they are written, so that code that changes a read row fails at once. Rows need no copy when they are read.
 */
export const frozenRows: Copying = { in: frozen, out: (row) => row };
