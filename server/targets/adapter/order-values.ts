import { kindLines } from '#domain/posting/field-mapping/kind-lines.ts';
import { rootOf } from '#domain/posting/field-mapping/mapped-fields.ts';
import type { SentValues } from './sent-values.ts';
import type { SentOrder } from './target-adapter.ts';

/** All values of a new job order but those of `own` fields, which no line of a field mapping may set. */
export const madeValues = ({ fields }: SentOrder, own: readonly string[]): SentValues =>
  Object.fromEntries(Object.entries(fields.values).filter(([field]) => !own.includes(field)));

/** The values that follow the job, null if empty, but those of `own` fields. */
export const followedValues = ({ fields }: SentOrder, own: readonly string[]): SentValues =>
  Object.fromEntries(fields.followed.filter((field) => !own.includes(field)).map((field) => [field, fields.values[field]]));

/** Values without the empty ones. */
export const withoutEmpty = (values: SentValues): SentValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** The fields that job orders of a kind begin with, each once. */
export const begunFields = (typeId: number): readonly string[] => [
  ...new Set(kindLines(typeId).map(({ atsField }) => rootOf(atsField))),
];
