import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

export const listRuleTypes = endpoint('GET /api/RuleTypes', {
  about: 'Types of parser and substitution rules: 6, a pattern, alone.',
  args: z.object({}),
  reply: z.array(z.object({ id: wire('ID', z.number()), name: wire('RuleType', z.string()) })),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ id: 6, name: 'Pattern' }],
});

export const listActionTypes = endpoint('GET /api/ActionTypes', {
  about: 'Actions of business rules; some always run on export.',
  args: z.object({}),
  reply: z.array(
    z.object({
      id: wire('ID', z.number()),
      name: wire('ActionType', z.string()),
      forcesExport: wire('ForcesExport', z.boolean()),
    }),
  ),
  fails: [],
  needs: 'session',
  offline: 'cached',
  example: [{ id: 1, name: 'Set value', forcesExport: false }],
});

/** A product field. `key` is its name in rows. */
export const ProductField = z.object({
  id: wire('ID', z.number()),
  name: wire('BSSField', z.string()),
  key: wire('Key', z.string()),
  type: wire('FieldType', z.string()),
  isRequired: wire('Required_Fl', z.boolean()),
  isVisibleToCustomers: wire('VisibleCustomer_Fl', z.boolean()),
  isLookup: wire('IsLookup', z.boolean()),
  lookupObjectType: wire('LookupObjectType', z.string().nullable()),
  title: wire('Title', z.string()),
  isAdvanced: wire('IsAdvanced', z.boolean()),
  query: wire('Query', z.string().nullable()),
  isExportOnly: wire('exportonly_fl', z.boolean()),
  isCollectionOnly: wire('datacollectiononly_fl', z.boolean()),
  isLookupWithQuery: wire('IsLookupWithQuery', z.boolean()),
});
export type ProductField = z.infer<typeof ProductField>;

const fieldExample: ProductField = {
  id: 8,
  name: 'Degree',
  key: 'degree',
  type: 'lookup',
  isRequired: true,
  isVisibleToCustomers: true,
  isLookup: true,
  lookupObjectType: 'degree',
  title: 'Degree',
  isAdvanced: false,
  query: null,
  isExportOnly: false,
  isCollectionOnly: false,
  isLookupWithQuery: true,
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
  about: 'The same list, under the path that screens outside the rules use.',
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
  about: 'The customer’s labels of product fields, with their default names.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(
    z.object({
      fieldId: wire('BSSField_ID', z.number()),
      alias: wire('Alias', z.string()),
      defaultName: wire('DefaultValue', z.string()),
    }),
  ),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'cached',
  example: [{ fieldId: 13, alias: 'Department', defaultName: 'Unit' }],
});

export const updateProductField = endpoint('POST /api/jrfields/update/:id', {
  about: 'Changes the provider’s definition of a product field: title, flags and query. Its type and key never change.',
  args: z.object({
    id: Id,
    title: wire('Title', z.string().trim().min(1, 'Write a title').max(200)),
    isRequired: wire('Required_Fl', z.boolean()),
    isVisibleToCustomers: wire('VisibleCustomer_Fl', z.boolean()),
    isAdvanced: wire('IsAdvanced', z.boolean()),
    /** Stored as text; the service never runs it. */
    query: wire('Query', z.string().max(4000).nullable().default(null)),
    isExportOnly: wire('exportonly_fl', z.boolean().default(false)),
    isCollectionOnly: wire('datacollectiononly_fl', z.boolean().default(false)),
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
