import * as z from 'zod';
import type { CandidatePage, TargetCandidates } from '../adapter/target-candidates.ts';
import { readFrom } from '../adapter/written.ts';
import { errorMessage } from './bullhorn-session.ts';
import type { Session } from './written.ts';

const Ids = z
  .object({ data: z.array(z.object({ id: z.number() })) })
  .nullish()
  .transform((list) => (list?.data ?? []).map(({ id }) => String(id)));
const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const Row = z.object({
  id: z.number(),
  firstName: Text,
  lastName: Text,
  email: Text,
  massMailOptOut: z.boolean().nullish(),
  categories: Ids,
  specialties: Ids,
  mobile: Text,
  smsOptIn: z.boolean().nullish(),
  address: z.object({ city: Text, state: Text }).nullish(),
});
const Page = z.object({ data: z.array(Row) });

/** Bullhorn shows the first 5 ids of a list unless it is asked for more. */
const fields = 'id,firstName,lastName,email,massMailOptOut,categories[200](id),specialties[200](id),address';
/** Fields that only text messages need. */
const mobileFields = ',mobile,smsOptIn';
const pageSize = 500;

/** The candidates of Bullhorn: its search, page by page by id, so that none is left out where others come or go in between. */
export const bullhornCandidates = (session: Session): TargetCandidates => ({
  pageAfter: (after, { mobiles }) =>
    readFrom<CandidatePage>(
      async () => {
        const query = `isDeleted:0 AND NOT status:"Archive" AND id:[${Number(after ?? 0) + 1} TO *]`;
        const asked = new URLSearchParams({
          query,
          fields: mobiles ? `${fields}${mobileFields}` : fields,
          count: String(pageSize),
          sort: 'id',
        });
        const answer = await session.call('GET', `search/Candidate?${asked.toString()}`);
        const read = Page.safeParse(answer.body);
        if (answer.status >= 400 || !read.success)
          return {
            kind: 'unread',
            words: `Bullhorn did not list its candidates: ${errorMessage(answer) ?? `status ${answer.status}`}`,
          };
        const candidates = read.data.data.map(({ id, massMailOptOut, smsOptIn, categories, specialties, address, ...rest }) => ({
          ...rest,
          id: String(id),
          degreeIds: categories,
          specialtyIds: specialties,
          city: address?.city ?? '',
          state: address?.state ?? '',
          optedOut: massMailOptOut === true,
          agreedToSms: smsOptIn === true,
        }));
        return { kind: 'page', candidates };
      },
      (words) => ({ kind: 'unread', words }),
    ),
});
