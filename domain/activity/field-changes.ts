import { rightLabels } from '#contract/kit/right-labels.ts';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import type { FieldChange } from './activity-line.ts';
import { targetFieldLabels, targetValueWords } from './target-fields.ts';

/** Names of what values refer to. Null if there is no such row. */
type ValueNames = {
  readonly role: (id: number) => string | null;
  readonly customer: (id: number) => string | null;
};

/** Fields whose words are not their name in the code. */
const labels: Readonly<Record<string, string>> = {
  ...targetFieldLabels,
  id: 'ID',
  extId: 'accounting ID',
  externalId: 'ATS ID',
  email: 'email',
  roleId: 'role',
  userRoleId: 'role',
  parentId: 'parent',
  planId: 'plan',
  agentsIncluded: 'included connections',
  userLicensesLimit: 'user licenses',
  everyMinutes: 'collection interval',
  timeZone: 'time zone',
  userTimezone: 'time zone',
  isDisabled: 'disabled',
  isDefault: 'default',
  sinceOn: 'customer since',
  implementedOn: 'implemented since',
  disableOn: 'disable date',
  gsaMethod: 'GSA method',
};

/** Values of these fields are never shown, in case a line holds one. */
const secret = /password|secret|token|apikey|\bkey\b|hash|credential/i;
const mostText = 300;

/** A field's name in words: `everyMinutes` is “collection interval”, `accountManager` “account manager”. */
const fieldLabel = (field: string): string =>
  labels[field] ??
  field
    .replaceAll(/_/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

const nameOfRight = new Map<number, string>(
  Object.entries(rightIds).map(([name, id]) => [id, rightLabels[name as RightName]] as const),
);

/** The `changed` of an audit line as labels and texts. Empty if the line has none. */
export function fieldChanges(changed: unknown, names: ValueNames): FieldChange[] {
  if (typeof changed !== 'object' || changed === null) return [];
  return Object.entries(changed).flatMap(([field, pair]) => {
    if (!Array.isArray(pair) || pair.length !== 2) return [];
    const hidden = secret.test(field);
    const [before, after] = pair.map((value) => (hidden ? 'hidden' : textOf(field, value, names))) as [string, string];
    return [{ label: fieldLabel(field), before, after }];
  });
}

/** Facts of an audit line that are not in its sentence, as texts. Never the arguments of a command, which may hold thousands of ids. */
export function factTexts(facts: Readonly<Record<string, unknown>>): { label: string; text: string }[] {
  const none: ValueNames = { role: () => null, customer: () => null };
  return Object.entries(facts).flatMap(([field, value]) =>
    value === null || value === '' || notShown.has(field) || secret.test(field)
      ? []
      : [{ label: fieldLabel(field), text: textOf(field, value, none) }],
  );
}

const notShown = new Set(['changed', 'args', 'lane', 'forbidden', 'mapped', 'ip', 'device', 'clientId', 'targetId']);

/** A value as people read it. */
function textOf(field: string, value: unknown, names: ValueNames): string {
  if (value === null || value === undefined || value === '') return 'blank';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return named(field, value, names) ?? String(value);
  if (typeof value === 'string') return targetValueWords[field]?.[value] ?? cut(value);
  if (!Array.isArray(value)) return cut(JSON.stringify(value) ?? '');
  if (value.length === 0) return 'none';
  const isRights = /^(given|taken)?rights?$/i.test(field);
  const word = (each: unknown) =>
    isRights && typeof each === 'number' ? (nameOfRight.get(each) ?? String(each)) : textOf(field, each, names);
  return cut(value.map(word).join(', '));
}

function named(field: string, id: number, names: ValueNames): string | null {
  if (/^(user)?role(Id)?$/i.test(field)) return names.role(id);
  return /^(parent|customer|linkedCustomer)(Id)?$/.test(field) ? names.customer(id) : null;
}

const cut = (text: string): string => (text.length > mostText ? `${text.slice(0, mostText)}…` : text);
