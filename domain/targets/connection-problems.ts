import type { ConnectionField, ConnectionForm } from './connection-form.ts';

/** The values of a form by field name. A secret that stays as it is stored has the stored value. */
export type ConnectionValues = Readonly<Record<string, unknown>>;

const isUrl = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

function isOfType({ type, pattern }: ConnectionField, value: unknown): boolean {
  if (type === 'id') return typeof value === 'number' && Number.isInteger(value) && value > 0;
  if (typeof value !== 'string' || (type === 'url' && !isUrl(value))) return false;
  return pattern === undefined || pattern.test(value);
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * What is wrong with the values of a connection: the remedy of each field that lacks a required value or has one of another type,
 * by field name. Null if there is nothing. Device and service both ask this before a connection is saved.
 */
export function connectionProblems(
  { fields }: ConnectionForm,
  values: ConnectionValues,
): Readonly<Record<string, string>> | null {
  const wrong = fields.filter((field) => {
    const value = values[field.name];
    return isBlank(value) ? field.isRequired : !isOfType(field, value);
  });
  return wrong.length === 0 ? null : Object.fromEntries(wrong.map(({ name, remedy }) => [name, remedy]));
}

/** The fields of a form that are stored encrypted. */
export const secretsOf = ({ fields }: ConnectionForm): readonly ConnectionField[] =>
  fields.filter(({ type }) => type === 'secret');

/** The name of the field that says where the target is: the first address of its form. A target without a form has none. */
export const addressOf = (form: ConnectionForm | null): string | null =>
  form?.fields.find(({ type }) => type === 'url')?.name ?? null;
