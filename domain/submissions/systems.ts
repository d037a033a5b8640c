import type { SystemType } from '#contract/submissions/words.ts';

/** A system that submissions come from or go to. Ids are those of targets where there is one. */
export type SubmissionSystem = {
  readonly id: number;
  readonly name: string;
  readonly type: SystemType;
  /** Labels of the three fields of its connection. Null: it has no such field. */
  readonly keyLabel: string | null;
  readonly secretLabel: string;
  readonly siteLabel: string;
  /** Whether the site is an http address, whose host alone may get the secret. */
  readonly siteIsAddress: boolean;
  /** Whether an active target needs its fields. Without a connection its lists come from files. */
  readonly needsConnection: boolean;
  /** Whether its adapter finds caregivers, and whether it takes submissions. */
  readonly isSource: boolean;
  readonly isDestination: boolean;
};

const source = { isSource: true, isDestination: false } as const;
const destination = { isSource: false, isDestination: true } as const;
const listsOnly = { isSource: false, isDestination: false } as const;
const byAddress = { siteIsAddress: true, needsConnection: true } as const;

/** Every system of submission targets, by id. Databases store the ids: never change one. */
export const submissionSystems: readonly SubmissionSystem[] = [
  {
    id: 8,
    name: 'Bullhorn',
    type: 2,
    keyLabel: 'Username',
    secretLabel: 'Password',
    siteLabel: 'Sign-in address',
    ...byAddress,
    ...source,
  },
  {
    id: 25,
    name: 'LaborEdge Nexus',
    type: 2,
    keyLabel: 'Username',
    secretLabel: 'Password',
    siteLabel: 'Organization code',
    siteIsAddress: false,
    needsConnection: true,
    ...listsOnly,
  },
  {
    id: 61,
    name: 'Trio VMS',
    type: 3,
    keyLabel: null,
    secretLabel: 'API key',
    siteLabel: 'Address of the tenant',
    ...byAddress,
    ...destination,
  },
  {
    id: 62,
    name: 'Job board by file',
    type: 4,
    keyLabel: null,
    secretLabel: 'Key',
    siteLabel: 'Address',
    siteIsAddress: false,
    needsConnection: false,
    ...listsOnly,
  },
];

const systemsById = new Map(submissionSystems.map((system) => [system.id, system]));

/** The system with an id; undefined if Jobdock has none. */
export const submissionSystem = (id: number): SubmissionSystem | undefined => systemsById.get(id);

/** The side of a mapping that the entries of a system usually are on: those of an ATS are where submissions come from. */
export const usualSide = (type: SystemType): 'from' | 'to' => (type === 2 ? 'from' : 'to');
