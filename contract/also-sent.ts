import type * as z from 'zod';
import { listParserRules } from './collecting/parser-rules.ts';
import { listTasks } from './collecting/tasks.ts';
import { wireNamesOf } from './kit/wire-names.ts';
import { listExternalShifts } from './mapping/external-shifts.ts';
import { listDegreeMap, listFacilityMap, listShiftMap, listSpecialtyMap } from './mapping/mapping-grids.ts';
import { listSourceOrderTypes } from './mapping/order-types.ts';
import { listAtsObjects } from './mapping/reference-lists.ts';
import { listSharedFacilities } from './mapping/shared-facilities.ts';
import { listSpecialtyDegrees } from './mapping/specialty-degrees.ts';
import { Contact } from './people/contact-fields.ts';
import { Role } from './people/roles.ts';
import { DocumentedTarget } from './posting/posting.ts';
import { PaySettings } from './rules/pay.ts';
import { listProductFields } from './rules/rule-lists.ts';
import { listRules } from './rules/rules.ts';
import { listSubstitutionRules } from './rules/substitutions.ts';
import { listStaging } from './staging/staging-list.ts';

type AlsoSent = {
  /** Documented names that the call accepts and does not use, or `any` for every name. */
  readonly fields: readonly string[] | 'any';
  readonly why: string;
};

/** The documented names of a row that a list returns: of its objects, or of the objects under `rows`. */
function rowOf(schema: z.ZodType): readonly string[] {
  const { def } = schema as unknown as z.core.$ZodTypes['_zod'];
  if (def.type === 'array') return rowOf(def.element as z.ZodType);
  if (def.type !== 'object') return [];
  const { rows } = def.shape;
  return rows ? rowOf(rows as z.ZodType) : [...wireNamesOf(def).values()];
}

const wholeRow = 'The documented screen sends the whole row back, and the call changes only some of its fields.';
const row = (...lists: readonly z.ZodType[]): AlsoSent => ({ fields: lists.flatMap(rowOf), why: wholeRow });
const later = (...fields: readonly string[]): readonly string[] => fields;

const mappingRow = row(listFacilityMap.reply, listDegreeMap.reply, listSpecialtyMap.reply, listShiftMap.reply);
const job: AlsoSent = {
  fields: [
    ...rowOf(listStaging.reply),
    ...later('ProviderSpecialty', 'BOTRate', 'BasicStatus', 'OriginalDescription', 'FullDescription'),
    ...later('ProcessedRules', 'CurrencyCode', 'DurationWks'),
  ],
  why: wholeRow,
};
const rule = row(listRules.reply);
const substitution = row(listSubstitutionRules.reply);
const account: AlsoSent = {
  fields: [
    ...later('ID', 'objID', 'Inactive_Fl', 'TargetName', 'LinkedStatus', 'LinkedAccounts', 'LinkedCustomers'),
    ...later('PastDue_Fl', 'PastNotif', 'customerDomain', 'industry', 'id'),
  ],
  why: 'The documented screen sends the whole customer. Links and debts have calls of their own; targets, too.',
};
const device: AlsoSent = {
  fields: 'any',
  why: 'A device may run a newer app than the service; the protocol number decides whether they understand each other.',
};

/**
 * Fields of a request body that the service knows but does not use, by route. All other unknown fields are refused. Each line is
 * what the documents’ own clients send: whole rows, and fields that the documents name for features that Jobdock does not have.
 */
export const alsoSent: Readonly<Record<string, AlsoSent>> = {
  'POST /api/roles': row(Role),
  'PUT /api/roles/:id': row(Role),
  'POST /api/map/save/:type/:cust/:targetId/:jobId/:chosenId': mappingRow,
  'POST /api/staging/manualupdate/:cust/:fieldCode': job,
  'POST /api/staging/rate/removeManual/:cust/:fieldCode': job,
  'POST /api/customerbillingcontact/:cust': { fields: ['objId', 'fullName'], why: wholeRow },
  'PUT /api/customerbillingcontact/:cust': { fields: ['fullName'], why: wholeRow },
  'POST /api/parsers': { fields: ['ID'], why: wholeRow },
  'POST /api/CustomerParserTokens': { fields: ['ID'], why: wholeRow },
  'POST /api/Rules': row(listParserRules.reply),
  'PUT /api/Rules': row(listParserRules.reply),
  'POST /api/rules/parse': row(listParserRules.reply),
  'POST /api/customer/parsers/update/:cust': {
    fields: ['ID', 'Customer_ID', 'ParserName', 'Description'],
    why: wholeRow,
  },
  'POST /api/agent/update/bulk/:cust': {
    fields: ['param', 'recs', 'page'],
    why: 'The documented screen sends the filter and the page of its list. The reply has no list: tasks reach devices by their feed.',
  },
  'POST /api/agent/update/:cust': {
    fields: [...rowOf(listTasks.reply), ...later('CrID', 'AgentsIncluded', 'TotalAgents', 'customerCrawlerExpandedStatuses')],
    why: 'The documented screen sends the whole task. The service itself works out its state, and statuses have calls of their own.',
  },
  'POST /api/customer/target/save': {
    fields: [
      ...rowOf(DocumentedTarget),
      ...later('DefaultURL', 'WebHook', 'CustomData', 'JSettings', 'Custom1', 'Custom2', 'Custom3'),
      ...later('AutoPostPerSource', 'MappingDefault', 'MappingFacility', 'AutoMappingFacility'),
    ],
    why: 'The documented screen sends the whole target, with settings of kinds of targets that Jobdock does not have yet.',
  },
  'POST /api/customer/target/psw': row(DocumentedTarget),
  'POST /api/customer/target/erstatuses/:cust': row(DocumentedTarget),
  'POST /api/customer': account,
  'PUT /api/customer': account,
  'POST /api/contacts/:cust': row(Contact),
  'POST /api/contacts/:cust/:id': row(Contact),
  'POST /api/remove/:cust': row(Contact),
  'POST /api/Sources': { fields: ['CustomerSourceID'], why: wholeRow },
  'PUT /api/Sources': { fields: ['CustomerSourceID'], why: wholeRow },
  'PUT /api/CustomerPCSettings/:id/:cust': row(PaySettings),
  'PUT /api/CustomerFee/:id/:cust': row(PaySettings.shape.fees),
  'PUT /api/CustomerPCDegreePay/:cust': row(PaySettings.shape.degreePays),
  'PUT /api/CustomerPCBurdens/:id/:cust': row(PaySettings.shape.burdens),
  'POST /api/atsobjects/:type/:target/:cust': row(listAtsObjects.reply),
  'POST /api/map/mapextobjects/:cust/:target/4': row(listExternalShifts.reply),
  'POST /api/facility/shared/update/:id': row(listSharedFacilities.reply),
  'POST /api/map/specdegreemap/save/:specExtId/:targetId': row(listSpecialtyDegrees.reply),
  'POST /api/map/sourceMap/save/:orderType/:targetId/:rowId/:externalId': row(listSourceOrderTypes.reply),
  'POST /api/CustomerProcessing': rule,
  'PUT /api/CustomerProcessing': rule,
  'POST /api/jrfields/update/:id': row(listProductFields.reply),
  'POST /api/JRSubstitutionRules/:id/:cust': substitution,
  'PUT /api/JRSubstitutionRules/:id/:cust': substitution,
  'POST /api/sync/push': device,
  'POST /api/sync/hello': device,
  'POST /api/sync/wiped': device,
  'POST /api/sync/lost-work': device,
};
