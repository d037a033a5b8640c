import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { listAtsObjects, ObjectType } from '#contract/mapping/reference-lists.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import type { UploadedList } from '#src/entities/ats/list-upload.tsx';
import { type Column, columnsOf } from '#src/ui/table/column.ts';

export type AtsEntry = ReplyOf<typeof listAtsObjects>['rows'][number];

export const newEntry: AtsEntry = {
  id: 0,
  externalId: '',
  name: '',
  isDeleted: false,
  address: null,
  cityOrStart: null,
  stateOrEnd: null,
  zip: null,
  region: null,
  hoursPerWeek: null,
  daysPerWeek: null,
  degreeExternalId: null,
  degreeName: null,
  clientExternalId: null,
  clientName: null,
};

/** One reference list of a target: its tab, its columns, and which fields its form has. */
export type ReferenceList = {
  readonly path: string;
  readonly type: ObjectType;
  readonly tab: string;
  readonly noun: string;
  readonly plural?: string;
  readonly columns: readonly Column<AtsEntry>[];
  readonly fields: readonly ('place' | 'region' | 'degree' | 'client' | 'times')[];
  /** The kinds of files that users can upload into it. */
  readonly uploads: readonly UploadedList[];
  /** The target's flag that lets users edit the list. */
  readonly kept: `canMaintain${'Facility' | 'Degree' | 'Specialty' | 'Shift' | 'Contact' | 'Vms' | 'Msp'}`;
};

const col = columnsOf<AtsEntry>();
const name = col('name', 'Name');
const id = col('externalId', 'ATS ID');
const times = [
  col('cityOrStart', 'Starts'),
  col('stateOrEnd', 'Ends'),
  col('hoursPerWeek', 'Hours per week', { align: 'end' }),
  col('daysPerWeek', 'Days per week', { align: 'end' }),
];
const client = col('clientName', 'Client');

const clients = (names: FieldNames): ReferenceList => ({
  path: '/myclients',
  type: '1',
  tab: 'Clients',
  noun: 'client',
  columns: [
    name,
    id,
    col('address', names.of('address')),
    col('cityOrStart', names.of('city')),
    col('stateOrEnd', names.of('state')),
    col('zip', names.of('zip')),
    col('region', 'Region'),
    col('clientName', 'Part of'),
  ],
  fields: ['place', 'region', 'client'],
  uploads: ['clients'],
  kept: 'canMaintainFacility',
});

/** The seven lists in the order of their tabs. */
export const referenceLists = (names: FieldNames): readonly ReferenceList[] => [
  clients(names),
  {
    path: '/mydegrees',
    type: '2',
    tab: names.many('degree', 'Degrees'),
    noun: 'degree',
    columns: [name, id],
    fields: [],
    uploads: ['degrees', 'pairs'],
    kept: 'canMaintainDegree',
  },
  {
    path: '/myspecialties',
    type: '3',
    tab: names.many('specialty', 'Specialties'),
    noun: 'specialty',
    plural: 'specialties',
    columns: [name, id, col('degreeName', names.of('degree'))],
    fields: ['degree'],
    uploads: ['specialties', 'pairs'],
    kept: 'canMaintainSpecialty',
  },
  {
    path: '/myshifts',
    type: '4',
    tab: names.many('shift', 'Shifts'),
    noun: 'shift',
    columns: [name, id, ...times, client],
    fields: ['times', 'client'],
    uploads: ['shifts'],
    kept: 'canMaintainShift',
  },
  {
    path: '/mycontacts',
    type: '8',
    tab: 'Contacts',
    noun: 'contact',
    columns: [name, id, client],
    fields: ['client'],
    uploads: ['contacts'],
    kept: 'canMaintainContact',
  },
  {
    path: '/myvms',
    type: '10',
    tab: 'VMS shifts',
    noun: 'VMS shift',
    columns: [name, id, ...times],
    fields: ['times'],
    uploads: [],
    kept: 'canMaintainVms',
  },
  { path: '/mymsp', type: '11', tab: 'MSP', noun: 'MSP', columns: [name, id], fields: [], uploads: [], kept: 'canMaintainMsp' },
];
