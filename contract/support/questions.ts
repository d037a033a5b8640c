import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, IdOrNone } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';
import { TicketLevel } from '../rows/ticket.ts';

const name = z.string().trim().min(1, 'Write the question').max(200, 'Shorten this to 200 characters');

/** A field of a question, as the documents name its parts. */
const Field = z.object({
  id: wire('ID', z.number().int().min(1).max(1000)),
  name: wire('Name', z.string().trim().min(1, 'Name each field').max(100, 'Shorten this to 100 characters')),
  group: wire('Group', z.string().trim().min(1).max(50, 'Shorten this to 50 characters').nullable()),
  /** 1: required. 2: at least one field of the group is. 0: optional. */
  required: wire('Required', z.union([z.literal(0), z.literal(1), z.literal(2)])),
});

const Question = z.object({
  id: wire('ID', z.number()),
  name: wire('Name', z.string()),
  level: TicketLevel,
  position: z.number().int(),
  fields: wire('Fields', z.array(Field)),
});
export type Question = z.infer<typeof Question>;

const example: Question = {
  id: 2,
  name: 'A task does not collect',
  level: 'support',
  position: 2,
  fields: [{ id: 1, name: 'Task', group: null, required: 1 }],
};

export const listQuestions = endpoint('GET /api/customer/support/questions/list', {
  about: 'What a support ticket can be about, with the fields of each question.',
  args: z.object({}),
  reply: z.array(Question),
  fails: [],
  needs: 'session',
  offline: 'replicated',
  example: [example],
});

export const readSupportPhone = endpoint('GET /api/contact/phone', {
  about: 'The phone number of the provider’s support. Null as long as the provider has entered none.',
  args: z.object({}),
  reply: z.object({ phone: wire('Phone', z.string().nullable()) }),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: { phone: '(555) 010-0199' },
});

export const saveSupportPhone = endpoint('POST /api/contact/phone', {
  about: 'Sets the phone number of support that everyone sees; null removes it.',
  args: z.object({ phone: wire('Phone', z.string().trim().min(1).max(40, 'Shorten this to 40 characters').nullable()) }),
  reply: z.object({ phone: wire('Phone', z.string().nullable()) }),
  fails: ['invalid'],
  needs: 'admin',
  offline: 'online',
  example: { phone: '(555) 010-0199' },
});

export const saveQuestion = endpoint('POST /api/customer/support/questions', {
  about: 'Adds a question (id 0) or changes one, for all customers.',
  args: z.object({
    id: wire('ID', IdOrNone),
    name: wire('Name', name),
    level: TicketLevel,
    position: z.number('Write a whole number').int('Write a whole number').min(1).max(1000, 'Write a number up to 1,000'),
    fields: wire('Fields', z.array(Field).max(20, 'A question has at most 20 fields')),
  }),
  reply: Question,
  fails: ['invalid', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const removeQuestion = endpoint('DELETE /api/customer/support/questions/:id', {
  about: 'Removes a question. Tickets about it stay as they are.',
  args: z.object({ id: wire('ID', Id) }),
  reply: Question,
  fails: ['not_found'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const questionEndpoints = [listQuestions, readSupportPhone, saveSupportPhone, saveQuestion, removeQuestion];
