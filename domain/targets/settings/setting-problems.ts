import { readListFilter } from './list-filter.ts';
import { kindSettings, type SettingField } from './setting-fields.ts';

type Values = Readonly<Record<string, unknown>>;

function problemOf(field: SettingField, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (field.type === 'texts') return null;
  if (typeof value !== 'string') return `Write ${field.label.toLowerCase()} as text`;
  if (field.type === 'text') return null;
  const read = readListFilter(value, field.fields);
  return 'problem' in read ? `${read.problem}.` : null;
}

/** What is wrong with these settings, by field; null if there is nothing. Device and service both ask this before they save. */
export function settingProblems(fields: readonly SettingField[], values: Values): Readonly<Record<string, string>> | null {
  const wrong = fields.flatMap((field) => {
    const problem = problemOf(field, values[field.name]);
    return problem === null ? [] : [[field.name, problem] as const];
  });
  return wrong.length === 0 ? null : Object.fromEntries(wrong);
}

/** The same for all settings of a kind, and for settings that exclude each other. */
export function kindSettingProblems(typeId: number, values: Values): Readonly<Record<string, string>> | null {
  const { defaults, custom } = kindSettings(typeId);
  const wrong = settingProblems([...defaults, ...custom], values) ?? {};
  const both = values['onlyLongTermOrders'] === true && values['onlyShifts'] === true;
  const all = { ...wrong, ...(both && { onlyShifts: 'Choose long-term orders only or shifts only, not both' }) };
  return Object.keys(all).length === 0 ? null : all;
}
