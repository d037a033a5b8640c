import type { Field, FieldTime } from './field.ts';

/** The provider administrators' settings of a field: when rules may use it, and whether a condition on it needs a value. */
type FieldDefinition = { readonly time: FieldTime; readonly required: boolean };

/** Definitions by field id. A field without one is as in the catalog. */
export type FieldDefinitions = ReadonlyMap<number, FieldDefinition>;

/** The flags of a field that rules heed. */
export type FieldFlags = {
  readonly id: number;
  readonly isRequired: boolean;
  readonly isExportOnly: boolean;
  readonly isCollectionOnly: boolean;
};

/** Definitions out of the flags. */
export const definitionsOf = (flags: readonly FieldFlags[]): FieldDefinitions =>
  new Map(
    flags.map(({ id, isRequired: required, isExportOnly, isCollectionOnly }) => {
      const time = isExportOnly ? 'exportOnly' : isCollectionOnly ? 'collectionOnly' : 'always';
      return [id, { time, required }] as const;
    }),
  );

/** A field with the administrators' settings. They can only restrict what the catalog allows. */
export function defined(field: Field, definitions: FieldDefinitions | undefined): Field {
  const definition = definitions?.get(field.id);
  if (!definition) return field;
  return {
    ...field,
    time: field.time === 'always' ? definition.time : field.time,
    needsValue: field.needsValue || definition.required,
  };
}
