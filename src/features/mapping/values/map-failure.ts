import { messages } from '#contract/kit/messages.ts';
import type { MapKind } from '#contract/rows/rows.ts';

/** The documented message for a mapping that could not be set or removed; other kinds have no message of their own. */
export function mapFailure(kind: MapKind, removing: boolean): string | undefined {
  if (kind === 'degree') return removing ? messages.degreeNotUnmapped : messages.degreeNotMapped;
  if (kind === 'specialty') return removing ? messages.specialtyNotUnmapped : messages.specialtyNotMapped;
  return undefined;
}
