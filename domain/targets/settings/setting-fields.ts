import type { AdapterName } from '../target-kinds.ts';
import { targetKind } from '../target-kinds.ts';

/**
 * A setting of a kind of target beside its connection. `text`: an id, a word or a name of the ATS; `filter`: conditions on the `fields` of
 * a list; `texts`: several words.
 */
export type SettingField = { readonly name: string; readonly label: string; readonly hint: string } & (
  | { readonly type: 'text' }
  | { readonly type: 'texts' }
  | { readonly type: 'filter'; readonly fields: readonly string[] }
);

/** The settings of a kind by the tab that shows them: ids of the ATS that jobs get, and what only this kind has. */
export type KindSettings = { readonly defaults: readonly SettingField[]; readonly custom: readonly SettingField[] };

const workTypes = (field: string): readonly SettingField[] => [
  { name: 'defaultTravelId', type: 'text', label: 'Travel', hint: `${field} of travel jobs` },
  { name: 'defaultPermanentId', type: 'text', label: 'Permanent', hint: `${field} of permanent jobs` },
  { name: 'defaultPerDiemId', type: 'text', label: 'Per diem', hint: `${field} of per-diem jobs` },
];
const openStatus = (hint: string): SettingField => ({ name: 'defaultOpenId', type: 'text', label: 'Open', hint });

/** The fields of Bullhorn's clients and specialties that a filter may name, in lower case. */
export const clientFilterFields = ['id', 'name', 'city', 'state', 'zip', 'status'] as const;
export const specialtyFilterFields = ['id', 'name', 'category'] as const;

const byAdapter: Partial<Readonly<Record<AdapterName, KindSettings>>> = {
  bullhorn: {
    defaults: [],
    custom: [
      {
        name: 'clientWhere',
        type: 'filter',
        label: 'Clients to read',
        hint: 'Only these clients are in the list, such as status = "Active" and state in ("TX", "CA"). Blank reads all.',
        fields: clientFilterFields,
      },
      {
        name: 'clientStatusesExclude',
        type: 'texts',
        label: 'Statuses of clients to leave out',
        hint: 'Clients in one of these statuses are not in the list.',
      },
      {
        name: 'specialtyWhere',
        type: 'filter',
        label: 'Specialties to read',
        hint: 'Only these specialties are in the list, such as category != "12". Blank reads all.',
        fields: specialtyFilterFields,
      },
    ],
  },
  ctm: {
    defaults: [...workTypes('Order type'), openStatus('Status of new orders. Blank uses the status of the connection.')],
    custom: [],
  },
  travelNurseSource: { defaults: workTypes('Employment type'), custom: [] },
};

const none: KindSettings = { defaults: [], custom: [] };

/** The settings of a kind of target. Both lists are empty for a kind without any. */
export function kindSettings(typeId: number): KindSettings {
  const { adapter } = targetKind(typeId);
  return (adapter && byAdapter[adapter]) ?? none;
}
