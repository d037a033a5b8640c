import type { MapKind } from '#contract/rows/rows.ts';

/** Column with a job's mapping key of a kind. It leads to what that key is mapped to. */
export const mapKeyOf = <K extends MapKind>(kind: K) => `${kind}Key` as const;

/** The mapping keys: of a distinct vendor text, and of a job's own override. */
export const sharedKey = (valueId: number) => `v${valueId}`;
export const ownKey = (mappedId: string) => `m${mappedId}`;

/** The mapping key of a job's two fields: its own override, and the id of its text; null without both. */
export function mapKey(own: string | null, valueId: number | null): string | null {
  if (own !== null) return ownKey(own);
  return valueId === null ? null : sharedKey(valueId);
}
