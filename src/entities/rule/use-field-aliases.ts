import { useMemo } from 'react';
import type { FieldAliasRow } from '#contract/rows/rule-rows.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The customer's aliases of job fields, as far as this device has them. */
export function useFieldAliases(): readonly FieldAliasRow[] {
  const { rows } = useCollection('fieldAlias');
  return useMemo(() => rows.filter(({ purged }) => !purged), [rows]);
}
