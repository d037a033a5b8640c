import { expect, test } from 'vitest';
import { stageOf, stagesReached } from './stages.ts';

test.each([
  ['Submitted', 'sent'],
  ['Client Submitted', 'sent'],
  ['', 'sent'],
  ['Reviewed', 'review'],
  ['Interview', 'interview'],
  ['Interview Scheduled', 'interview'],
  ['Offered', 'offer'],
  ['Accepted', 'placed'],
  ['Offer accepted', 'placed'],
  ['Declined', 'refused'],
  ['Offer declined', 'refused'],
  ['Not selected', 'refused'],
  ['Interview declined', 'refused'],
  ['Withdrawn', 'withdrawn'],
  ['Withdrew before offer', 'withdrawn'],
] as const)('the status “%s” means the stage %s', (status, stage) => {
  expect(stageOf(status)).toBe(stage);
});

test.each([
  ['nothing before the destination has it', { state: 'wanted', status: '', statuses: [] }, []],
  ['nothing of a refused one that was made nowhere', { state: 'refused', status: '', statuses: [] }, []],
  ['sent', { state: 'sent', status: 'Submitted', statuses: ['Submitted'] }, ['sent']],
  [
    'stages that were skipped count as reached',
    { state: 'sent', status: 'Offered', statuses: ['Submitted', 'Offered'] },
    ['sent', 'review', 'interview', 'offer'],
  ],
  [
    'a refusal keeps how far it came, in any order of its statuses',
    { state: 'sent', status: 'Declined', statuses: ['Declined', 'Interview', 'Submitted'] },
    ['sent', 'review', 'interview', 'refused'],
  ],
  [
    'a refusal that was taken back is none',
    { state: 'sent', status: 'Reviewed', statuses: ['Submitted', 'Declined', 'Reviewed'] },
    ['sent', 'review'],
  ],
  ['withdrawn', { state: 'withdrawn', status: 'Withdrawn', statuses: ['Submitted', 'Withdrawn'] }, ['sent', 'withdrawn']],
  ['one that was withdrawn before it was sent', { state: 'withdrawn', status: '', statuses: [] }, []],
] as const)('%s', (_name, followed, reached) => {
  expect([...stagesReached(followed)]).toEqual(reached);
});
