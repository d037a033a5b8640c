import type { SubmissionAdapter } from '#server/submissions/adapter.ts';
import type { TrialRows } from './trial-rows.ts';

/** Faults that the trial must find, each planted in place of what the product does right. */
export const plantedBugs = [
  'no intent before the call',
  'no look-up by email address',
  'no wait for the same caregiver',
  'a lost answer is sent again',
  'a lost answer is a refusal',
  'a broken call is sent again',
  'leases are ignored',
  'an id is noted wrong',
] as const;
export type PlantedBug = (typeof plantedBugs)[number];

/** The rows with a planted bug; as they are for a bug that is elsewhere. */
export function rowsWith(bug: PlantedBug | undefined, rows: TrialRows): TrialRows {
  switch (bug) {
    case 'no intent before the call':
      return {
        ...rows,
        isBehindAnother: async () => false,
        begin: async (due) => ({ kind: 'begun', fence: due.fence }),
        begins: async () => true,
      };
    case 'no wait for the same caregiver':
      return {
        ...rows,
        isBehindAnother: async () => false,
        begin: async (due, ready, seconds) => rows.begin({ ...due, email: String(due.id) }, ready, seconds),
      };
    case 'a broken call is sent again':
      return { ...rows, due: (at, limit) => rows.due(at, limit).map((due) => ({ ...due, extCaregiverId: '', tries: 0 })) };
    default:
      return rows;
  }
}

/** The destination with a planted bug; as it is for a bug that is elsewhere. */
export function destinationWith(bug: PlantedBug | undefined, adapter: SubmissionAdapter): SubmissionAdapter {
  switch (bug) {
    case 'no intent before the call':
      return { ...adapter, lookUp: null };
    case 'no look-up by email address':
      return { ...adapter, findCaregiver: async () => ({ kind: 'done', value: [] }) };
    case 'a lost answer is sent again':
      return { ...adapter, lookUp: null, submit: changed(adapter, 'later') };
    case 'a lost answer is a refusal':
      return { ...adapter, submit: changed(adapter, 'refused') };
    case 'an id is noted wrong':
      return {
        ...adapter,
        submit: async (submission) => {
          const answer = await adapter.submit?.(submission);
          if (answer?.kind !== 'done') return answer ?? { kind: 'refused', words: '' };
          return { kind: 'done', value: { ...answer.value, extId: `0${answer.value.extId}` } };
        },
      };
    default:
      return adapter;
  }
}

/** The call that submits, with a lost answer taken for another one. */
const changed =
  ({ submit }: SubmissionAdapter, kind: 'later' | 'refused'): SubmissionAdapter['submit'] =>
  async (submission) => {
    const answer = await submit?.(submission);
    return answer?.kind === 'unknown' ? { kind, words: answer.words } : (answer ?? { kind: 'refused', words: '' });
  };
