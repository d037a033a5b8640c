import type { Field, FieldTime } from './field.ts';

/** What the provider's administrators say of a field: when rules may use it, and whether a condition on it needs a value. */
type FieldDefinition = { readonly time: FieldTime; readonly required: boolean };

/** Definitions by the id of their field; a field that is not among them is as the catalogue has it. */
export type FieldDefinitions = ReadonlyMap<number, FieldDefinition>;

/** The documented flags of a field that rules heed. */
export type FieldFlags = {
  readonly ID: number;
  readonly Required_Fl: boolean;
  readonly exportonly_fl: boolean;
  readonly datacollectiononly_fl: boolean;
};

/** Definitions out of the documented flags. */
export const definitionsOf = (flags: readonly FieldFlags[]): FieldDefinitions =>
  new Map(
    flags.map(({ ID, Required_Fl: required, exportonly_fl, datacollectiononly_fl }) => {
      const time = exportonly_fl ? 'exportOnly' : datacollectiononly_fl ? 'collectionOnly' : 'always';
      return [ID, { time, required }] as const;
    }),
  );

/** A field as administrators have defined it: they narrow what the catalogue allows, and never widen it. */
export function defined(field: Field, definitions: FieldDefinitions | undefined): Field {
  const definition = definitions?.get(field.id);
  if (!definition) return field;
  return {
    ...field,
    time: field.time === 'always' ? definition.time : field.time,
    needsValue: field.needsValue || definition.required,
  };
}
