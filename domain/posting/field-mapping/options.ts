import type { FieldMappingOption } from '#contract/rows/field-mapping.ts';
import type { MapKind } from '#contract/rows/rows.ts';

/** Where a line's value comes from: a field of the job, the ATS value that it is mapped to, or the line's own text. */
type OptionKind = { readonly id: FieldMappingOption; readonly label: string; readonly from: 'job' | 'mapped' | 'value' };

/** The documented options of a line. Only the ATS they are named after has the last two. */
export const mappingOptions: readonly OptionKind[] = [
  { id: 0, label: 'Copy value', from: 'job' },
  { id: 1, label: 'Mapped external ID', from: 'mapped' },
  { id: 2, label: 'Mapped external name', from: 'mapped' },
  { id: 3, label: 'Mapped name or unmapped', from: 'mapped' },
  { id: 4, label: 'If then', from: 'value' },
  { id: 5, label: 'Constant', from: 'value' },
  { id: 6, label: 'One to many', from: 'mapped' },
  { id: 7, label: 'Array', from: 'job' },
  { id: 8, label: 'Avionte custom field', from: 'job' },
  { id: 9, label: 'Crelate array', from: 'job' },
];

/** The option with this number. */
export function mappingOption(id: FieldMappingOption): OptionKind {
  const found = mappingOptions[id];
  if (!found) throw new Error(`no option ${id}`);
  return found;
}

/** Options of one ATS: the numbers of its kinds of target. Avionte has no connection yet. */
export const optionOwners: Partial<
  Readonly<Record<FieldMappingOption, { readonly name: string; readonly typeIds: readonly number[] }>>
> = {
  8: { name: 'Avionte', typeIds: [] },
  9: { name: 'Crelate', typeIds: [22] },
};

/** The fields that are mapped to values of the ATS, by their key: the only ones that options of mapped values take. */
export const mappedKinds: ReadonlySet<string> = new Set<MapKind>(['facility', 'degree', 'specialty', 'shift']);
