import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, LocalDate } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';
import { wire } from '../kit/wire-names.ts';

/** Days before the last day of a document on which its warning appears. */
export const expiryDays = 30;

/** A document of a caregiver with a live submission that expires soon, or has expired. Of the caregiver only the ID is known. */
export const ExpiringDocument = z.object({
  id: wire('ID', z.number()),
  caregiverId: wire('CaregiverId', z.string()),
  document: wire('DocumentName', z.string()),
  expiresOn: wire('ExpirationDate', LocalDate),
  source: wire('tFrom', z.string()),
  /** The newest live submission of the caregiver that the caller sees, and how many there are. */
  submissionId: wire('SubmissionID', z.number()),
  submissions: z.number(),
});
export type ExpiringDocument = z.infer<typeof ExpiringDocument>;

export const listExpiringDocuments = endpoint('GET /api/submission/expiries', {
  about: `Documents that expire within ${expiryDays} days, or have expired, of caregivers with a live submission, the earliest first. They are read once a day. A caller without the right to see everyone’s submissions gets those of their own.`,
  args: z.object({ me: CustomerRef.default('me') }),
  reply: newestOf(ExpiringDocument),
  fails: ['forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'online',
  example: {
    total: 1,
    rows: [
      {
        id: 7,
        caregiverId: '70001',
        document: 'License',
        expiresOn: '2026-12-20',
        source: 'Our Bullhorn',
        submissionId: 41,
        submissions: 2,
      },
    ],
  },
});

export const submissionExpiryEndpoints = [listExpiringDocuments];
