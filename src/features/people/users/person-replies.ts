import { listContacts, readContact } from '#contract/people/contacts.ts';
import { listUsers } from '#contract/people/user-names.ts';

/** What a change of a person makes outdated. */
export const personReplies = [listContacts, listUsers, readContact];
