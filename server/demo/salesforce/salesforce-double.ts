import {
  changeIn,
  createTargetDouble,
  type DoubleCall,
  type DoubleRecord,
  type DoubleReply,
  type TargetDouble,
} from '../double-kit/target-double.ts';
import { createSalesforceOauth } from './salesforce-oauth.ts';

export const salesforcePlace = { apiVersion: 'v60.0', objectName: 'Job_Order__c', externalIdField: 'Jobdock_Reference__c' };
export const salesforceAccounts = ['001A0000013xQ1', '001A0000013xQ2'];

type Field = { readonly type: 'string' | 'reference' | 'date' | 'double' | 'boolean' | 'textarea'; readonly length: number };
const text = (length: number): Field => ({ type: 'string', length });
const fields: Readonly<Record<string, Field>> = {
  Name: text(80),
  Jobdock_Reference__c: text(100),
  Client__c: { type: 'reference', length: 18 },
  Degree__c: text(255),
  Specialty__c: text(255),
  Shift__c: text(255),
  Start_Date__c: { type: 'date', length: 0 },
  End_Date__c: { type: 'date', length: 0 },
  Openings__c: { type: 'double', length: 0 },
  Bill_Rate__c: { type: 'double', length: 0 },
  Pay_Rate__c: { type: 'double', length: 0 },
  Hours_Per_Week__c: { type: 'double', length: 0 },
  Description__c: { type: 'textarea', length: 32_768 },
  City__c: text(100),
  State__c: text(50),
  VMS_Job_ID__c: text(100),
  Is_Open__c: { type: 'boolean', length: 0 },
  Status__c: text(50),
};
const typeOf = {
  string: 'string',
  textarea: 'string',
  reference: 'string',
  date: 'string',
  double: 'number',
  boolean: 'boolean',
};

/** The records by their id. Those of a reference are found without reading all, as in an indexed external id field. */
class Records extends Map<string, DoubleRecord> {
  readonly #ids = new Map<unknown, Set<string>>();

  override set(id: string, record: DoubleRecord): this {
    const reference = record[salesforcePlace.externalIdField];
    this.#ids.set(reference, (this.#ids.get(reference) ?? new Set()).add(id));
    return super.set(id, record);
  }

  withReference(reference: string): DoubleRecord[] {
    return [...(this.#ids.get(reference) ?? [])].flatMap((id) => {
      const record = this.get(id);
      return record?.[salesforcePlace.externalIdField] === reference ? [record] : [];
    });
  }
}

/**
 * A local fake of Salesforce's REST API for one object: tokens by client credentials or a person's sign-in, upsert by external id (201, later 200), update
 * by id (204), 300 with a list when an external id is not unique, errors as lists, and the usage of the day in a header.
 * `mostCalls` is the limit of a day.
 */
export function createSalesforceDouble({
  now,
  mostCalls = 1_000_000,
}: {
  now?: (() => number) | undefined;
  mostCalls?: number;
} = {}): TargetDouble & { copy(id: string): void; endSignIns(): void } {
  const { tokens, signIn, end: endSignIns } = createSalesforceOauth();
  const records = new Records();
  let calls = 0;
  /** No id is used twice, also not that of a removed record. */
  const newId = () => `a01A${String(calls).padStart(14, '0')}`;
  const answer = (call: DoubleCall): DoubleReply => {
    calls++;
    const headers = { 'Sforce-Limit-Info': `api-usage=${Math.min(calls, mostCalls)}/${mostCalls}` };
    if (!tokens.has((call.headers.authorization ?? '').replace('Bearer ', '')))
      return problem(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
    if (calls > mostCalls) return { ...problem(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'), headers };
    return { ...answerObject(call, records, newId()), headers };
  };
  const double = createTargetDouble({
    answer,
    signIn,
    expire: () => tokens.clear(),
    held: () => [...records.values()],
    change: changeIn(records, () => ({ LastModifiedDate: new Date((now ?? Date.now)()).toISOString() })),
    now,
  });
  // As if a person had copied a record while the external id field was not unique.
  const copy = (id: string) => void records.set(`${id}-copy`, { ...records.get(id), id: `${id}-copy` });
  return { ...double, copy, endSignIns };
}

const problem = (status: number, errorCode: string, message: string, named?: string[]): DoubleReply => ({
  status,
  body: [{ message, errorCode, ...(named && { fields: named }) }],
});

function answerObject(call: DoubleCall, records: Records, newId: string): DoubleReply {
  const { apiVersion, objectName, externalIdField } = salesforcePlace;
  const [, , , version, , object, at, reference] = call.url.pathname.split('/').map(decodeURIComponent);
  if (version !== apiVersion || object !== objectName || at === undefined)
    return problem(404, 'NOT_FOUND', 'The requested resource does not exist');
  if (at === 'describe') return { status: 200, body: { name: object, fields: described } };
  if (at === externalIdField && reference !== undefined) return byReference(call, records, reference, newId);
  if (call.method === 'GET') return byId(call, records.get(at));
  if (call.method !== 'PATCH') return problem(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${call.method}' not allowed.`);
  if (!records.has(at)) return problem(404, 'NOT_FOUND', 'The requested resource does not exist');
  return keep(call, records, at, {}) ?? { status: 204, body: '', wrote: true };
}

/** A record with the fields that were asked for, all of them if none was. */
function byId({ url }: DoubleCall, found: DoubleRecord | undefined): DoubleReply {
  if (!found) return problem(404, 'NOT_FOUND', 'The requested resource does not exist');
  const { id, ...values } = found;
  const asked = url.searchParams.get('fields')?.split(',') ?? Object.keys(values);
  const unknown = asked.find((name) => fields[name] === undefined && !systemFields.includes(name));
  if (unknown !== undefined)
    return problem(400, 'INVALID_FIELD', `No such column '${unknown}' on entity '${salesforcePlace.objectName}'`);
  return {
    status: 200,
    body: {
      attributes: { type: salesforcePlace.objectName, url: url.pathname },
      Id: id,
      ...Object.fromEntries(asked.map((name) => [name, values[name] ?? null])),
    },
  };
}

const systemFields: readonly string[] = ['LastModifiedDate'];

const described = Object.entries(fields).map(([name, field]) => ({
  name,
  label: name.replace('__c', '').replaceAll('_', ' '),
  ...field,
  picklistValues: [],
}));

function byReference(call: DoubleCall, records: Records, reference: string, newId: string): DoubleReply {
  const { externalIdField, objectName, apiVersion } = salesforcePlace;
  const same = records.withReference(reference);
  const path = (id: string) => `/services/data/${apiVersion}/sobjects/${objectName}/${id}`;
  if (same.length > 1) return { status: 300, body: same.map(({ id }) => path(id)) };
  const [found] = same;
  if (call.method === 'GET') {
    if (!found) return problem(404, 'NOT_FOUND', 'The requested resource does not exist');
    const { id, ...values } = found;
    return { status: 200, body: { attributes: { type: objectName, url: path(id) }, Id: id, ...values } };
  }
  if (call.method !== 'PATCH') return problem(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${call.method}' not allowed.`);
  const id = found?.id ?? newId;
  const failed = keep(call, records, id, { [externalIdField]: reference });
  return failed ?? { status: found ? 200 : 201, body: { id, success: true, errors: [], created: !found }, wrote: true };
}

/** Stores a record, or returns Salesforce's error. */
function keep(call: DoubleCall, records: Records, id: string, key: object): DoubleReply | undefined {
  const body = JSON.parse(call.body) as Record<string, unknown>;
  for (const [name, value] of Object.entries(body)) {
    const field = fields[name];
    if (!field || name === salesforcePlace.externalIdField)
      return problem(400, 'INVALID_FIELD', `No such column '${name}' on sobject of type ${salesforcePlace.objectName}`);
    if (value === null) continue;
    if (typeof value !== typeOf[field.type])
      return problem(400, 'JSON_PARSER_ERROR', `Cannot deserialize instance of ${field.type} from ${typeof value} value`, [name]);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (field.length > 0 && text.length > field.length)
      return problem(400, 'STRING_TOO_LONG', `${name}: data value too large (max length=${field.length})`, [name]);
    if (field.type === 'reference' && !salesforceAccounts.includes(text))
      return problem(400, 'MALFORMED_ID', `${name}: id value of incorrect type: ${text}`, [name]);
  }
  records.set(id, { ...records.get(id), ...body, ...key, id });
  return undefined;
}
