import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';

export const listRuleTypes = endpoint('GET /api/RuleTypes', {
  about: 'Kinds of parser and substitution rules; 6 is a substitution.',
  args: z.object({}),
  reply: z.array(z.object({ ID: z.number(), RuleType: z.string() })),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ ID: 6, RuleType: 'Substitution' }],
});

export const listActionTypes = endpoint('GET /api/ActionTypes', {
  about: 'What a business rule can do; some always run on export.',
  args: z.object({}),
  reply: z.array(z.object({ ID: z.number(), ActionType: z.string(), ForcesExport: z.boolean() })),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ ID: 1, ActionType: 'Set value', ForcesExport: false }],
});

/** A product field with the documents' names. `Key` is how rows name it. */
export const ProductField = z.object({
  ID: z.number(),
  BSSField: z.string(),
  Key: z.string(),
  FieldType: z.string(),
  Required_Fl: z.boolean(),
  VisibleCustomer_Fl: z.boolean(),
  IsLookup: z.boolean(),
  LookupObjectType: z.string().nullable(),
  Title: z.string(),
  IsAdvanced: z.boolean(),
  Query: z.string().nullable(),
  exportonly_fl: z.boolean(),
  datacollectiononly_fl: z.boolean(),
  IsLookupWithQuery: z.boolean(),
});
export type ProductField = z.infer<typeof ProductField>;

const fieldExample: ProductField = {
  ID: 8,
  BSSField: 'Degree',
  Key: 'degree',
  FieldType: 'lookup',
  Required_Fl: true,
  VisibleCustomer_Fl: true,
  IsLookup: true,
  LookupObjectType: 'degree',
  Title: 'Degree',
  IsAdvanced: false,
  Query: null,
  exportonly_fl: false,
  datacollectiononly_fl: false,
  IsLookupWithQuery: true,
};

const everyField = {
  args: z.object({}),
  reply: z.array(ProductField),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [fieldExample],
} satisfies Partial<Parameters<typeof endpoint>[1]>;

export const listProductFields = endpoint('GET /api/bssjobs', {
  about: 'Every product field of a job, as the provider defines it.',
  ...everyField,
});

export const listJobFields = endpoint('GET /api/BSSJobsFields', {
  about: 'The same list under the path by which screens outside the rules ask for it.',
  ...everyField,
});

export const listRuleFields = endpoint('GET /api/customerprocessing/bssjobfields/:cust', {
  about: 'The product fields that a customer’s rules may name, titled with the customer’s own labels.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(ProductField),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'cached',
  example: [fieldExample],
});

export const listRuleAliases = endpoint('GET /api/customerprocessing/bssjobalias/:cust', {
  about: 'Labels that a customer gives to product fields, beside their default names.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(z.object({ BSSField_ID: z.number(), Alias: z.string(), DefaultValue: z.string() })),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'cached',
  example: [{ BSSField_ID: 13, Alias: 'Department', DefaultValue: 'Unit' }],
});

export const updateProductField = endpoint('POST /api/jrfields/update/:id', {
  about: 'Changes what the provider says of a product field: its title, what it asks for and who sees it. Never its type or key.',
  args: z.object({
    id: z.coerce.number().int().positive(),
    Title: z.string().trim().min(1, 'Write a title').max(200),
    Required_Fl: z.boolean(),
    VisibleCustomer_Fl: z.boolean(),
    IsAdvanced: z.boolean(),
    /** Kept as text, never run. */
    Query: z.string().max(4000).nullable().default(null),
    exportonly_fl: z.boolean().default(false),
    datacollectiononly_fl: z.boolean().default(false),
  }),
  reply: ProductField,
  fails: ['invalid', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: fieldExample,
});

export const ruleListEndpoints = [
  listRuleTypes,
  listActionTypes,
  listProductFields,
  listJobFields,
  listRuleFields,
  listRuleAliases,
  updateProductField,
];
