import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { listAtsObjects, ObjectType } from '#contract/mapping/reference-lists.ts';
import type { UploadedList } from '#src/entities/ats/list-upload.tsx';
import { type Column, columnsOf } from '#src/ui/table/column.ts';

export type AtsEntry = ReplyOf<typeof listAtsObjects>['rows'][number];

export const newEntry: AtsEntry = {
  ID: 0,
  External_ID: '',
  ObjectName: '',
  Del_Fl: false,
  Address: null,
  City: null,
  State: null,
  Zip: null,
  region: null,
  HoursPerWeek: null,
  daysPerWeek: null,
  DegreeExternal_ID: null,
  DegreeName: null,
  ClientExternal_ID: null,
  ClientName: null,
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
  /** Files that can be read into it. */
  readonly uploads: readonly UploadedList[];
  /** The flag of the target that lets people keep it by hand. */
  readonly kept: `Maintenance${'Facility' | 'Degree' | 'Specialty' | 'Shift' | 'Contact' | 'VMS' | 'MSP'}`;
};

const col = columnsOf<AtsEntry>();
const name = col('ObjectName', 'Name');
const id = col('External_ID', 'ATS ID');
const times = [
  col('City', 'Starts'),
  col('State', 'Ends'),
  col('HoursPerWeek', 'Hours per week', { align: 'end' }),
  col('daysPerWeek', 'Days per week', { align: 'end' }),
];
const client = col('ClientName', 'Client');

/** The seven lists in the order of their tabs. */
export const referenceLists: readonly ReferenceList[] = [
  {
    path: '/myclients',
    type: '1',
    tab: 'Clients',
    noun: 'client',
    columns: [
      name,
      id,
      col('Address', 'Address'),
      col('City', 'City'),
      col('State', 'State'),
      col('Zip', 'Zip'),
      col('region', 'Region'),
      col('ClientName', 'Part of'),
    ],
    fields: ['place', 'region', 'client'],
    uploads: ['clients'],
    kept: 'MaintenanceFacility',
  },
  {
    path: '/mydegrees',
    type: '2',
    tab: 'Degrees',
    noun: 'degree',
    columns: [name, id],
    fields: [],
    uploads: ['degrees', 'pairs'],
    kept: 'MaintenanceDegree',
  },
  {
    path: '/myspecialties',
    type: '3',
    tab: 'Specialties',
    noun: 'specialty',
    plural: 'specialties',
    columns: [name, id, col('DegreeName', 'Degree')],
    fields: ['degree'],
    uploads: ['specialties', 'pairs'],
    kept: 'MaintenanceSpecialty',
  },
  {
    path: '/myshifts',
    type: '4',
    tab: 'Shifts',
    noun: 'shift',
    columns: [name, id, ...times, client],
    fields: ['times', 'client'],
    uploads: ['shifts'],
    kept: 'MaintenanceShift',
  },
  {
    path: '/mycontacts',
    type: '8',
    tab: 'Contacts',
    noun: 'contact',
    columns: [name, id, client],
    fields: ['client'],
    uploads: ['contacts'],
    kept: 'MaintenanceContact',
  },
  {
    path: '/myvms',
    type: '10',
    tab: 'VMS shifts',
    noun: 'VMS shift',
    columns: [name, id, ...times],
    fields: ['times'],
    uploads: [],
    kept: 'MaintenanceVMS',
  },
  { path: '/mymsp', type: '11', tab: 'MSP', noun: 'MSP', columns: [name, id], fields: [], uploads: [], kept: 'MaintenanceMSP' },
];
