import type { PersonState } from '#contract/people/contact-fields.ts';
import type { AtsValueRow, SourceRow } from '#contract/rows/rows.ts';
import { column, type ExportSheet, type NameOf } from './export-sheet.ts';

/** An entry of a list of the ATS. `list` is its name, `detail` what devices do not hold. */
export type ListEntry = {
  readonly id: number;
  readonly targetId: number;
  readonly list: string;
  readonly extId: string;
  readonly name: string;
  readonly removed: boolean;
  readonly row: Partial<AtsValueRow>;
  readonly detail: {
    readonly region?: string | null;
    readonly starts?: string | null;
    readonly ends?: string | null;
    readonly hoursPerWeek?: number | null;
    readonly daysPerWeek?: number | null;
    readonly clientExtId?: string | null;
  };
};

/** Names of the lists by their documented types. Texts are mapped to the first four. */
export const listNames = {
  1: 'Clients',
  2: 'Degrees',
  3: 'Specialties',
  4: 'Shifts',
  5: 'Order types',
  6: 'Order sub-types',
  8: 'Contacts',
  10: 'VMS',
  11: 'MSP',
} as const satisfies Readonly<Record<number, string>>;
/** The lists of mapped values by their kind. */
export const listOfKind = { facility: listNames[1], degree: listNames[2], specialty: listNames[3], shift: listNames[4] } as const;

/** The reference lists of the targets, removed entries too. */
export const listSheet = (name: string, targetName: NameOf): ExportSheet<ListEntry> => ({
  name,
  columns: [
    column('List', ({ list }) => list),
    column('Target', ({ targetId }) => targetName(targetId)),
    column('ID', ({ id }) => id, 'number'),
    column('ID in the ATS', ({ extId }) => extId),
    column('Name', (entry) => entry.name),
    column('Removed', ({ removed }) => removed, 'yes-no'),
    column('Address', ({ row }) => row.address ?? null),
    column('City', ({ row }) => row.city ?? null),
    column('State', ({ row }) => row.state ?? null),
    column('Zip', ({ row }) => row.zip ?? null),
    column('Region', ({ detail }) => detail.region ?? null),
    column('Starts', ({ detail }) => detail.starts ?? null),
    column('Ends', ({ detail }) => detail.ends ?? null),
    column('Hours per week', ({ detail }) => detail.hoursPerWeek ?? null, 'number'),
    column('Days per week', ({ detail }) => detail.daysPerWeek ?? null, 'number'),
    column('Belongs to', ({ row, detail }) => row.parentId ?? detail.clientExtId ?? null),
  ],
});

/** The sources that jobs come from. */
export const sourceSheet = (sourceName: NameOf, targetName: NameOf): ExportSheet<SourceRow> => ({
  name: 'Sources',
  columns: [
    column('ID', ({ id }) => id, 'number'),
    column('Source', ({ name }) => name),
    column('Alias', ({ alias }) => alias),
    column('Other names', ({ aliases }) => aliases.join('; ')),
    column('Groups', ({ members }) => members.map((id) => sourceName(id) ?? `source ${id}`).join('; ')),
    column('Posts by itself', ({ autoPost }) => autoPost, 'yes-no'),
    column('Posts to', ({ autoPostTo = [] }) => autoPostTo.map((id) => targetName(id) ?? `target ${id}`).join('; ')),
  ],
});

/** A person of the customer, without anything that signs them in. */
export type ExportedUser = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly role: string;
  readonly state: PersonState;
  readonly rights: readonly string[];
  readonly zone: string;
  readonly lastActiveAt: string | null;
};

const stateWords: Readonly<Record<PersonState, string>> = {
  invited: 'Invited',
  active: 'Active',
  passwordExpired: 'Password expired',
  disabled: 'Disabled',
};

/** The users of the customer. */
export const userSheet: ExportSheet<ExportedUser> = {
  name: 'Users',
  columns: [
    column('ID', ({ id }) => id, 'number'),
    column('Name', ({ name }) => name),
    column('Email', ({ email }) => email),
    column('Phone', ({ phone }) => phone),
    column('Role', ({ role }) => role),
    column('State', ({ state }) => stateWords[state]),
    column('Rights of their own', ({ rights }) => rights.join('; ')),
    column('Time zone', ({ zone }) => zone),
    column('Last active', ({ lastActiveAt }) => lastActiveAt, 'instant'),
  ],
};
