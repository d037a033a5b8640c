import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, IdOrNone } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';

const named = { id: wire('ID', z.number()), name: wire('Name', z.string()) };

/** A label in a set of labels: what is said now, and what would be said without the set's own label. */
export const Label = z.object({
  /** The number of the set's own label; 0 if it has none. */
  id: wire('ID', z.number()),
  /** The key of a field or another word. */
  key: wire('FieldName', z.string()),
  /** The number of the field; 0 for another word. */
  fieldId: wire('BSSField_ID', z.number()),
  defaultValue: wire('DefaultValue', z.string()),
  value: wire('Value', z.string()),
  defaultPlural: wire('DefaultValuePlural', z.string()),
  plural: wire('ValuePlural', z.string()),
  /** 1: the set has its own label for it. */
  isCustomized: wire('IsCustomized', z.union([z.literal(0), z.literal(1)])),
  /** The number by which the own label is removed; 0 if there is none. */
  removableId: wire('AvailableDeleteID', z.number()),
});
export type Label = z.infer<typeof Label>;

const example: Label = {
  id: 14,
  key: 'unit',
  fieldId: 15,
  defaultValue: 'Unit',
  value: 'Ward',
  defaultPlural: 'Units',
  plural: 'Wards',
  isCustomized: 1,
  removableId: 14,
};

export const listIndustries = endpoint('GET /api/industry/list', {
  about: 'The industries that customers belong to. They decide what work types and units are called.',
  args: z.object({}),
  reply: z.array(z.object(named)),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ id: 2, name: 'Healthcare' }],
});

export const listLabelCustomers = endpoint('GET /api/customer/labels/list', {
  about: 'The customers whose labels the caller may edit, each with its industry and the kind of its target; 0 for none.',
  args: z.object({}),
  reply: z.array(z.object({ ...named, industryId: wire('Industry_ID', z.number()), targetId: wire('Target_ID', z.number()) })),
  fails: [],
  needs: 'account.write',
  offline: 'cached',
  example: [{ id: 2, name: 'Harborview Staffing', industryId: 2, targetId: 8 }],
});

export const listLabels = endpoint('GET /api/customer/labels/:customerId/:targetId/:industryId', {
  about:
    'Every label of a set: of a customer, or else of a kind of target, or else of an industry; 0 for the others. Without the set’s own label, that of the next one applies; of a customer, its own target and industry count where they are 0.',
  args: z.object({ customerId: IdOrNone, targetId: IdOrNone, industryId: IdOrNone }),
  reply: z.array(Label),
  fails: ['invalid', 'not_found'],
  needs: 'account.write',
  offline: 'cached',
  example: [example],
});

const text = z.string().max(500);

export const saveLabel = endpoint('POST /api/webLabel/save', {
  about:
    'Sets a label of one set: of a customer, of a kind of target or of an industry; 0 for the others. A label that another field of the set has is refused. Labels of targets and industries are set by administrators.',
  args: z.object({
    /** Not used: a set has one label for each field. */
    id: wire('ID', IdOrNone.default(0)),
    key: wire('Name', z.string().max(100)),
    value: wire('Value', text),
    /** Left out or blank: the usual plural of the label. */
    plural: wire('ValuePlural', text.nullable().default(null)),
    customerId: wire('Customer_ID', IdOrNone.default(0)),
    industryId: wire('Industry_ID', IdOrNone.default(0)),
    targetId: wire('Target_ID', IdOrNone.default(0)),
  }),
  reply: z.object({ message: z.string(), label: Label }),
  fails: ['invalid', 'forbidden', 'not_found', 'conflict', 'key_reused'],
  needs: 'account.write',
  offline: 'online',
  example: { message: messages.labelsSaved, label: example },
});

export const removeLabel = endpoint('DELETE /api/webLabel/delete/:id', {
  about:
    'Removes a label of a set: the field has the next set’s label again, or its default. Refused where that is the label of another field.',
  args: z.object({ id: Id }),
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found', 'conflict', 'key_reused'],
  needs: 'account.write',
  offline: 'online',
  example: { message: messages.labelDeleted },
});

export const copyLabels = endpoint('POST /api/webLabel/use', {
  about:
    'Gives one set the own labels of another one. Labels that the set has already are replaced; a label that would then name two fields is refused, and nothing is changed.',
  args: z.object({
    from: z.object({ customerId: IdOrNone, targetId: IdOrNone, industryId: IdOrNone }),
    to: z.object({ customerId: IdOrNone, targetId: IdOrNone, industryId: IdOrNone }),
  }),
  reply: z.object({ message: z.string(), changed: z.number() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'account.write',
  offline: 'online',
  example: { message: messages.labelsSaved, changed: 3 },
});

export const labelEndpoints = [listIndustries, listLabelCustomers, listLabels, saveLabel, removeLabel, copyLabels];
