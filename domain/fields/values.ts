import type { FieldValue } from '#contract/rows/jobs.ts';
import { addDays, dayOfIso, isoDay } from '../parsing/calendar.ts';
import { weekdayFrom, weekdayNamed } from '../parsing/weekday.ts';
import type { Field } from './field.ts';

/** How two values are compared. `any` is a local variable, whose value determines the kind. */
export type ValueKind = 'text' | 'number' | 'date' | 'yes-no' | 'any';

/** The kind of a field's values. */
export function kindOf({ type, home }: Field): ValueKind {
  if (home === 'variable') return 'any';
  if (type === 'number' || type === 'money') return 'number';
  return type === 'date' || type === 'yes-no' ? type : 'text';
}

/** Names of the work types in rules, by id. */
export const workTypeNames = { 1: 'Travel', 2: 'Permanent', 3: 'Per Diem' } as const;

/** The form in which texts are compared: without letter case and surrounding spaces. */
export const fold = (text: string): string => text.trim().toLowerCase();

/** A value as text, for `contains` and templates. Calendar dates are printed as `MM/dd/yyyy`. */
export function textOf(value: FieldValue, field?: Field): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field?.lookup === 'workType') return workTypeNames[Number(value) as 1] ?? String(value);
  if (field?.type === 'date') {
    const on = dateIn(value);
    return on ? `${on.slice(5, 7)}/${on.slice(8)}/${on.slice(0, 4)}` : String(value);
  }
  return String(value);
}

export const isEmpty = (value: FieldValue): boolean => value === null || (typeof value === 'string' && value.trim() === '');

/** Parses a number in everyday notation (`1,234.50`, `$78.5`, `12 %`). Null if it is not a number. */
export function numberIn(value: FieldValue): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const found = /^([+-]?)\s*\$?\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)\s*%?$/.exec(value.trim());
  const amount = found ? Number((found[2] ?? '').replaceAll(',', '')) : null;
  return amount !== null && found?.[1] === '-' ? -amount : amount;
}

/** Parses a date to `yyyy-MM-dd`: ISO (with or without a time) or `MM/dd/yyyy`. Null if it is not a date. */
export function dateIn(value: FieldValue): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const iso = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(text);
  if (iso?.[1]) return dayOfIso(iso[1]) ? iso[1] : null;
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const on = us ? isoDay({ year: Number(us[3]), month: Number(us[1]), day: Number(us[2]) }) : '';
  return dayOfIso(on) ? on : null;
}

/** Parses yes or no as feeds and people write it. Empty is no. Null for anything else. */
export function yesNoIn(value: FieldValue): boolean | null {
  if (typeof value === 'boolean') return value;
  const text = fold(String(value ?? ''));
  if (/^(?:yes|y|true|1)$/.test(text)) return true;
  return /^(?:no|n|false|0|)$/.test(text) ? false : null;
}

/**
 * Parses a date relative to a day: a weekday with days added (`Monday+14`: the first such weekday on or after `from`, plus the
 * days), or a date as in `dateIn`.
 */
export function relativeDate(text: string, from: string): string | null {
  const found = /^([a-z]{3,9})\s*([+-]\s*\d+)?$/i.exec(text.trim());
  const weekday = weekdayNamed(found?.[1] ?? '');
  if (!weekday) return dateIn(text);
  const on = weekdayFrom(from, weekday);
  return (on && addDays(on, Number((found?.[2] ?? '0').replaceAll(' ', '')))) ?? null;
}
