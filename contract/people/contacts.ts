import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';
import { Contact, ContactFields, contactExample, SomeContactFields } from './contact-fields.ts';

const cust = CustomerRef;
/** The person's number, as the documents name it. */
const id = wire('objID', Id);

export const listContacts = endpoint('GET /api/contacts/list/:cust', {
  about: 'The people of a customer, and how many more its licenses allow. At most 1,000, by name; `total` counts all.',
  args: z.object({ cust }),
  reply: z.object({
    users: z.array(Contact),
    /** Null: no limit. */
    userLicensesRemaining: z.number().nullable(),
    userLicensesLimit: z.number().nullable(),
    total: z.number(),
  }),
  fails: ['forbidden', 'not_found'],
  needs: 'users.read',
  offline: 'online',
  example: { users: [contactExample], userLicensesRemaining: 24, userLicensesLimit: 25, total: 1 },
});

export const readContact = endpoint('GET /api/contacts/:cust/:id', {
  about: 'One person of a customer.',
  args: z.object({ cust, id }),
  reply: Contact,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'users.read',
  offline: 'online',
  example: contactExample,
});

/** Fields that the caller and somebody else changed to different values since the form opened. */
export const ContactConflict = z.object({
  fields: z.array(z.object({ field: z.string(), yours: z.unknown(), theirs: z.unknown() })),
});

const save = {
  reply: z.object({ id: wire('objID', z.number()), message: z.string(), isInvited: z.boolean() }),
  fails: ['invalid', 'forbidden', 'not_found', 'conflict', 'confirm_identity'],
  conflict: ContactConflict,
  needs: 'users.write',
  offline: 'online',
  example: { id: 1, message: messages.saved, isInvited: false },
} as const;
const sent = {
  ...SomeContactFields.shape,
  /** A password for a person whose address gets no email. It must be changed at the next sign-in. */
  password: wire('Password', z.string().max(1000).optional()),
  /** What the form started with. A field that somebody else changed since is a conflict. */
  base: SomeContactFields.optional(),
};

export const saveContact = endpoint('POST /api/contacts/:cust', {
  about:
    'Adds a person (no `objID`, or 0), who gets an invitation by email, or changes one: fields that are not sent stay. A new role without rights brings the role’s.',
  args: z.object({ cust, id: wire('objID', IdOrNone.default(0)), ...sent }),
  ...save,
});

export const saveContactById = endpoint('POST /api/contacts/:cust/:id', {
  about: 'Changes a person: the same call at the address with the person’s number.',
  args: z.object({ cust, id, ...sent }),
  ...save,
});

export const changePeople = endpoint('POST /api/people/:cust/change', {
  about: 'Gives several people a role, turns their notices on or off, or disables or enables them: all of them or none.',
  args: z.object({
    cust,
    ids: z.array(Id).min(1, 'Choose at least one person').max(500, 'Choose at most 500 people'),
    roleId: wire('UserRole', Id.optional()),
    ...ContactFields.pick({ getsCollectionNotices: true, getsBillingAlerts: true, getsSystemAlerts: true }).partial().shape,
    isDisabled: wire('Disabled_Fl', z.boolean().optional()),
  }),
  reply: z.object({ changed: z.number() }),
  fails: ['invalid', 'forbidden', 'not_found', 'confirm_identity'],
  needs: 'users.write',
  offline: 'online',
  example: { changed: 3 },
});

export const inviteAgain = endpoint('POST /api/people/:cust/:id/invite', {
  about: 'Sends a person who has no password yet a new invitation. Earlier ones stop working.',
  args: z.object({ cust, id }),
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'users.write',
  offline: 'online',
  example: { message: 'The invitation is on its way.' },
});

export const previewRemoval = endpoint('GET /api/people/:cust/:id/removal', {
  about: 'What goes along with a person: linked customers, devices with unsent changes, and what they own.',
  args: z.object({ cust, id }),
  reply: z.object({
    name: z.string(),
    linkedCustomers: z.array(z.string()),
    devices: z.array(z.object({ label: z.string(), unsent: z.number() })),
    owned: z.array(z.object({ what: z.string(), count: z.number() })),
    /** Who may take over what they own. */
    heirs: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'users.write',
  offline: 'online',
  example: {
    name: 'Ann Reyes',
    linkedCustomers: ['Bayside Travel Nurses'],
    devices: [{ label: 'Chrome on Windows', unsent: 3 }],
    owned: [{ what: 'uploaded file', count: 1 }],
    heirs: [{ id: 4, name: 'Marcus Bell' }],
  },
});

export const removeContact = endpoint('POST /api/remove/:cust', {
  about:
    'Removes a person and their linked accounts: the sign-in goes, sessions end, devices wipe themselves, and somebody else owns what they owned.',
  args: z.object({ cust, id, takenOverBy: Id.optional() }),
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'users.write',
  offline: 'online',
  example: { message: 'Ann Reyes was removed.' },
});

export const contactEndpoints = [
  listContacts,
  readContact,
  saveContact,
  saveContactById,
  changePeople,
  inviteAgain,
  previewRemoval,
  removeContact,
];
