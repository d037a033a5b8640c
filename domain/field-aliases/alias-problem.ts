import { fieldNamed, fieldOf } from '../fields/catalogue.ts';
import { fieldId as ids } from '../fields/field.ts';
import { comparable } from '../file-columns/header-words.ts';

/** Another name of the field with this id, as a row of the customer's list. */
export type AliasOf = { readonly id: number; readonly fieldId: number; readonly alias: string };

/** Why an alias cannot be saved: the argument that is wrong, and a sentence with the remedy. */
export type AliasProblem = { readonly field: 'fieldId' | 'alias'; readonly message: string };

/**
 * Why `asked` cannot be an alias beside `others`, the customer's aliases; null if it can. Names are compared as those of columns: without
 * case, spaces and punctuation. An alias names one field, so a name of another field is refused with that field's name.
 */
export function aliasProblem(asked: AliasOf, others: readonly AliasOf[]): AliasProblem | null {
  const field = fieldOf(asked.fieldId);
  if (!field || field.id === ids.variable) return { field: 'fieldId', message: 'Choose a field of the job.' };
  const key = comparable(asked.alias);
  if (key === '') return { field: 'alias', message: 'Write the alias with at least one letter or digit.' };
  if (/[[\]]/.test(asked.alias)) return { field: 'alias', message: 'Leave out brackets: they enclose a field in rule texts.' };
  const own = fieldNamed(asked.alias);
  if (own && own.id !== field.id)
    return { field: 'alias', message: `“${asked.alias}” is the name of the field ${own.label}. Choose another alias.` };
  const taken = others.find((other) => other.id !== asked.id && comparable(other.alias) === key);
  if (!taken) return null;
  const message =
    taken.fieldId === field.id
      ? `${field.label} has the alias “${taken.alias}” already.`
      : `“${taken.alias}” is already an alias of ${fieldOf(taken.fieldId)?.label ?? 'another field'}. Choose another name, or remove it there first.`;
  return { field: 'alias', message };
}
