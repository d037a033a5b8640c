import { type AdapterName, targetKind } from '#domain/targets/target-kinds.ts';

/** The kinds with lines (`kind-lines.ts`), named apart from them: every page loads this file. */
const mapped: ReadonlySet<AdapterName | null> = new Set<AdapterName>([
  'bullhorn',
  'crelate',
  'ctm',
  'salesforce',
  'travelNurseSource',
]);

/** Whether what a target of this kind gets is decided by lines of a field mapping. */
export const hasFieldMapping = (typeId: number): boolean => mapped.has(targetKind(typeId).adapter);
