import type { AdapterName } from '#domain/targets/target-kinds.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import { bullhornLines, bullhornRequired } from './bullhorn-lines.ts';
import type { FieldLine } from './mapped-fields.ts';

type Mapped = { readonly lines: readonly FieldLine[]; readonly required: readonly string[] };

const byAdapter: Partial<Readonly<Record<AdapterName, Mapped>>> = {
  bullhorn: { lines: bullhornLines, required: bullhornRequired },
};

const mappedKind = (typeId: number): Mapped | undefined => {
  const { adapter } = targetKind(typeId);
  return adapter === null ? undefined : byAdapter[adapter];
};

/** Whether what a target of this kind gets is decided by lines of a field mapping. */
export const hasFieldMapping = (typeId: number): boolean => mappedKind(typeId) !== undefined;

/** The lines that a target of this kind begins with. None for a kind without field mapping. */
export const kindLines = (typeId: number): readonly FieldLine[] => mappedKind(typeId)?.lines ?? [];

/** The fields of the ATS that every job order of this kind needs. */
export const requiredFields = (typeId: number): readonly string[] => mappedKind(typeId)?.required ?? [];

/** The lines that count for a target: its own, or those of its kind while it has none. */
export const linesInUse = (typeId: number, own: readonly FieldLine[]): readonly FieldLine[] =>
  own.length > 0 ? own : kindLines(typeId);
