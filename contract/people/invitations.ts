import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';

/** People of one file, at most. */
export const mostInvited = 200;

/** One row of a list of people, judged as an invitation of it would be. */
const ListedPerson = z.object({
  /** The row of the file. */
  row: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.string(),
  roleId: z.number().nullable(),
  /** The rights that the person would start with: those of the role. */
  rights: z.array(z.number()),
  /** Works for the customer already, so that nothing is sent again. */
  isKnown: z.boolean(),
  /** Why the person cannot be invited, with the remedy. */
  problem: z.string().nullable(),
});
export type ListedPerson = z.infer<typeof ListedPerson>;

const example: ListedPerson = {
  row: 1,
  name: 'Ann Reyes',
  email: 'ann@north.example',
  phone: null,
  role: 'Recruiter',
  roleId: 3,
  rights: [6, 8],
  isKnown: false,
  problem: null,
};

export const previewInvitations = endpoint('POST /api/people/:cust/invitations/preview', {
  about:
    'Reads a CSV list of people (name, email, role, phone) and says for each row which rights it would give, or why not. Invites no one.',
  args: z.object({ cust: CustomerRef, file: z.instanceof(Uint8Array), fileName: z.string().max(500).default('') }),
  reply: z.object({ people: z.array(ListedPerson) }),
  fails: ['invalid', 'forbidden', 'not_found', 'too_large'],
  needs: 'users.write',
  offline: 'online',
  upload: 'file',
  example: { people: [example] },
});

const Invited = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(200),
  email: z.string().trim().min(1, 'Enter an email').max(320),
  phone: z.string().trim().max(50).nullable(),
  roleId: Id,
});

export const inviteSeveral = endpoint('POST /api/people/:cust/invitations', {
  about:
    'Invites the people of a list. Each is judged alone: the others go on. Who works for the customer already gets no second email.',
  args: z.object({
    cust: CustomerRef,
    people: z
      .array(Invited)
      .min(1, 'Choose at least one person')
      .max(mostInvited, `Invite at most ${mostInvited} people at once`),
  }),
  reply: z.object({
    invited: z.number(),
    known: z.number(),
    refused: z.array(z.object({ email: z.string(), problem: z.string() })),
  }),
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'users.write',
  offline: 'online',
  example: { invited: 2, known: 1, refused: [] },
});

export const invitationEndpoints = [previewInvitations, inviteSeveral];
