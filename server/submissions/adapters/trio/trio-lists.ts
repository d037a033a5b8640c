import * as z from 'zod';
import type { SubmissionListKind } from '#contract/rows/submission-lists.ts';
import type { ListedEntry } from '#server/kit/db/tables/submission-tables.ts';
import type { Answer } from '#server/submissions/adapter.ts';
import { readAnswer } from '../kit/answers.ts';
import { lowerKeys, type TrioCall } from './trio-client.ts';

const Id = z.union([z.number(), z.string().min(1)]).transform(String);
const Entry = z.object({ number: Id, name: z.string() });
const Professions = z.preprocess(lowerKeys, z.array(Entry.extend({ specialties: z.array(Entry).default([]) })));

const entry = ({ number, name }: z.infer<typeof Entry>, degreeExtId = ''): ListedEntry => ({
  extId: number,
  name,
  groupName: '',
  degreeExtId,
  custom1: '',
  custom2: '',
});

/** Trio's professions as degrees, or their specialties. It documents no list of documents. */
export async function readTrioList(call: TrioCall, kind: SubmissionListKind): Promise<Answer<readonly ListedEntry[]>> {
  if (kind !== 'degree' && kind !== 'specialty') return { kind: 'refused', words: 'Trio has no such list. Upload it as a file.' };
  return readAnswer(
    'Trio',
    () => call('GET', 'Profession'),
    ({ body }) => {
      const professions = Professions.safeParse(body).data;
      if (kind === 'degree') return professions?.map((one) => entry(one));
      return professions?.flatMap((one) => one.specialties.map((specialty) => entry(specialty, one.number)));
    },
  );
}
