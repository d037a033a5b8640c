import type { Submission } from '#contract/submissions/submissions.ts';
import { seededRandom } from '#server/demo/world/random.ts';

const statuses = ['Submitted', 'Reviewed', 'Interview', 'Offered', 'Accepted', 'Declined'] as const;
const contacts = ['Ann Reyes', 'Marcus Bell', 'Priya Shah', 'Tom Vega', 'Lena Fox'] as const;
const facilities = ['Mercy General', 'Harbor Medical', 'Fairhaven Hospital', 'St. Brendan', 'Lakeside Clinic'] as const;

/** The fields that the list searches. */
export const searchIn = [
  'providerJobId',
  'contact',
  'facility',
  'source',
  'status',
  'errorText',
  'caregiverId',
  'extId',
] as const;

/** Submissions of one customer, newest first, the same each time. */
export function submissionRows(count: number): Submission[] {
  const random = seededRandom(20);
  return Array.from({ length: count }, (_, at): Submission => {
    const id = count - at;
    const isError = random.next() < 0.05;
    return {
      id,
      created: new Date(Date.UTC(2026, 10, 28) - at * 600_000).toISOString(),
      from: 'Our Bullhorn',
      to: random.next() < 0.7 ? 'Coastal Trio' : 'Northfield Trio',
      fromId: 1,
      toId: 2,
      state: isError ? 'refused' : 'sent',
      isError,
      errorText: isError
        ? 'The document “License” is missing. Add it to the caregiver in the source, or change the package.'
        : '',
      isWarnings: false,
      warningsText: '',
      extId: isError ? '' : String(500_000 + id),
      contact: random.pick(contacts),
      contactId: 4,
      status: isError ? 'Error' : random.pick(statuses),
      statusAt: null,
      caregiverEmail: '',
      jobId: 1 + Math.floor(random.next() * 5000),
      providerJobId: String(60_000 + Math.floor(random.next() * 5000)),
      atsJobId: '',
      sourceId: 2,
      facility: random.pick(facilities),
      source: 'Coastal',
      caregiverId: String(70_000 + Math.floor(random.next() * 3000)),
    };
  });
}
