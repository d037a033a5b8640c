import type { SubmissionListKind } from '#contract/rows/submission-lists.ts';
import type { ListedEntry } from '#server/kit/db/tables/submission-tables.ts';
import type { Answer, SubmissionConnection } from '#server/submissions/adapter.ts';
import { replaceConnector } from './replace-connector.ts';

/** The system that has no adapter of its own, so that tests can give it one. */
export const testSystemId = 62;
/** A secret that the test system refuses, and one that it does not answer about. */
export const refusedSecret = 'refused-secret';
export const silentSecret = 'silent-secret';

/** A system in memory. Tests set its lists and read what was asked of it. */
export type TestSystem = {
  readonly lists: Map<string, readonly ListedEntry[]>;
  readonly connections: SubmissionConnection[];
  readonly hooks: string[];
  /** Takes its adapter away again. */
  readonly end: () => void;
};

/** An entry of a list. */
export const listed = (extId: string, name: string, over: Partial<ListedEntry> = {}): ListedEntry => ({
  extId,
  name,
  groupName: '',
  degreeExtId: '',
  custom1: '',
  custom2: '',
  ...over,
});

export const listKey = (kind: SubmissionListKind, objectId = 0): string => `${kind} ${objectId}`;

/** Gives the test system an adapter that reads lists, checks credentials and listens. */
export function startTestSystem(): TestSystem {
  const system: TestSystem = {
    lists: new Map(),
    connections: [],
    hooks: [],
    end: () => restore(),
  };
  const said = ({ secret }: SubmissionConnection): Answer<null> => {
    if (secret === refusedSecret) return { kind: 'refused', words: 'Wrong key.' };
    return secret === silentSecret ? { kind: 'unknown', words: 'It timed out.' } : { kind: 'done', value: null };
  };
  const restore = replaceConnector(testSystemId, (connection) => ({
    checkCredentials: async () => {
      system.connections.push(connection);
      return said(connection);
    },
    searchCaregivers: null,
    readCaregiver: null,
    readDocument: null,
    addDocument: null,
    lists: {
      kinds: ['degree', 'specialty', 'document', 'dictionary'],
      dictionaries: [2],
      read: async (kind, objectId) => {
        const value = system.lists.get(listKey(kind, objectId));
        return value ? { kind: 'done', value } : { kind: 'unknown', words: 'It did not answer.' };
      },
    },
    findCaregiver: null,
    makeCaregiver: null,
    submit: null,
    lookUp: null,
    status: null,
    listen: async (name, address) => {
      system.hooks.push(address);
      return { kind: 'done', value: `hook ${name}` };
    },
  }));
  return system;
}
