import { no, ok } from '#contract/kit/result.ts';
import type { ActionType } from '#contract/rows/rule-rows.ts';
import {
  listActionTypes,
  listJobFields,
  listProductFields,
  listRuleAliases,
  listRuleFields,
  listRuleTypes,
  type ProductField,
  updateProductField,
} from '#contract/rules/rule-lists.ts';
import { fieldOf, fields } from '#domain/fields/catalogue.ts';
import { type Field, fieldId } from '#domain/fields/field.ts';
import { exportActions } from '#domain/rules/problems/rule-problems.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { upsert } from '#server/kit/db/upsert.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { type Definition, definitions, toStored } from '../fields/field-definitions.ts';
import { labelsOf } from '../ruling/read-rules.ts';
import { actionNames } from './action-names.ts';

/** Rules of parsers and substitutions match by a pattern, which is the documented number 6. */
const ruleTypes = [{ id: 6, name: 'Pattern' }];

/** The documented form of a field. `isRequired` follows `needsValue` of the catalog. */
function documentedField(field: Field, defined: Definition | undefined): ProductField {
  const { id, key, label, type, lookup, time, needsValue } = field;
  return {
    id,
    name: label,
    key,
    type,
    isRequired: needsValue,
    isVisibleToCustomers: true,
    isLookup: lookup !== null,
    lookupObjectType: lookup,
    title: label,
    isAdvanced: field.home === 'extra',
    query: null,
    isExportOnly: time === 'exportOnly',
    isCollectionOnly: time === 'collectionOnly',
    // Vendors' own texts are too many for a plain list, so the client queries them while the user types.
    isLookupWithQuery: lookup === 'facility' || lookup === 'degree' || lookup === 'specialty' || lookup === 'shift',
    ...defined,
  };
}

export const ruleListRoutes: Handler[] = [
  handle(listRuleTypes, async () => ok(ruleTypes)),
  handle(listActionTypes, async () =>
    ok(
      Object.entries(actionNames).map(([id, name]) => ({
        id: Number(id) as ActionType,
        name,
        forcesExport: exportActions.has(Number(id)),
      })),
    ),
  ),
  ...[listProductFields, listJobFields].map((call) =>
    handle(call, async (_args, { services }) => {
      const defined = await definitions(services.db);
      return ok(fields.map((field) => documentedField(field, defined.get(field.id))));
    }),
  ),
  handle(listRuleFields, async ({ cust }, { services, actor }) => {
    const [defined, labelOf] = await Promise.all([definitions(services.db), labelsOf(services.db, cust)]);
    const all = fields.map((field) => {
      const shown = documentedField(field, defined.get(field.id));
      const label = labelOf(field.id);
      return label === field.label ? shown : { ...shown, title: label };
    });
    return ok(all.filter((field) => actor.administrator || field.isVisibleToCustomers));
  }),
  handle(listRuleAliases, async ({ cust }, { services }) => {
    const labelOf = await labelsOf(services.db, cust);
    return ok(
      fields.flatMap(({ id, label }) => {
        const alias = labelOf(id);
        return alias === label ? [] : [{ fieldId: id, alias, defaultName: label }];
      }),
    );
  }),
  handle(updateProductField, { audit: 'field.save' }, async ({ id, ...definition }, { services, actor, tx }) => {
    const field = fieldOf(id);
    if (!field || id === fieldId.variable) return no({ kind: 'not_found' });
    if (definition.isExportOnly && definition.isCollectionOnly)
      return no({
        kind: 'invalid',
        fields: { isExportOnly: 'A field is for export only or for data collection only, not both.' },
      });
    const before = documentedField(field, (await definitions(tx)).get(id));
    const after = documentedField(field, definition);
    await upsert(
      tx,
      'field_definition',
      { id },
      { definition: JSON.stringify(toStored(definition)), by: actor.name, at: services.now() },
    );
    return done(after, { object: ['field', id], changed: changesBetween(before, after) });
  }),
];
