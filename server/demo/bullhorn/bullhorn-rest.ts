import { faultAfter, faultBefore } from '../double-kit/target-double.ts';
import { always, type Condition, mostShown, type RestCall, shownCandidate } from './bullhorn-call.ts';
import { answerCaregivers, isCaregiverQuery, ofCandidate } from './bullhorn-caregivers.ts';
import { answerEvents } from './bullhorn-events.ts';
import { type BullhornRecord, isToMany, jobOrderMeta } from './bullhorn-records.ts';
import { json, take } from './bullhorn-wire.ts';

/** Like Bullhorn, new and changed rows reach the search index with this delay. */
const indexLagMs = 2000;
const notFound = { errorMessage: 'Entity not found', errorCode: 404 };

/** Responds to a request below `{corp}/` with a valid session. */
export function answerRest(call: RestCall): void {
  const { request, response, faults, calls, url } = call;
  const [, , , area = '', entity = '', id = '', field = '', ids = ''] = url.pathname.split('/');
  calls.push(`${request.method ?? ''} ${area}/${entity}${field ? `/${field}` : ''}`);
  if (take(faults, 'too-many')) return json(response, 429, { errorMessage: 'Too many requests', errorCode: 429 });
  if (faultBefore(faults, response)) return;
  if (area === 'ping') return json(response, 200, { sessionExpires: call.now() + 3_600_000 });
  if (area === 'options') return options(call, entity);
  if (area === 'event') return answerEvents(call.records, url, request, response, id);
  if (answerCaregivers(call, area, entity, id, field)) return;
  if (area === 'query' || area === 'search') return search(call, area, entity);
  if (area === 'entity' && entity === 'JobOrder') return jobOrder(call, id, field, ids);
  if (area === 'entity' && (entity === 'ClientCorporation' || entity === 'ClientContact')) return client(call, entity, id);
  if (area === 'meta') return meta(call, entity);
  json(response, 404, notFound);
}

function jobOrder(call: RestCall, id: string, field: string, ids: string): void {
  const { request, response, records } = call;
  if (request.method === 'PUT' && id === '') return create(call);
  if (request.method === 'PUT' && isToMany(field)) {
    const outcome = records.associate(Number(id), field, ids.split(',').map(Number));
    if (outcome === 'missing') return json(response, 404, notFound);
    if (outcome === 'already')
      return json(response, 400, { errorMessage: `JobOrder ${id} is already associated`, errorCode: 400 });
    return json(response, 200, { changedEntityId: Number(id), changedEntityType: 'JobOrder', changeType: 'ASSOCIATE' });
  }
  if (request.method === 'DELETE' && isToMany(field)) {
    return records.disassociate(Number(id), field, ids.split(',').map(Number))
      ? json(response, 200, { changedEntityId: Number(id), changedEntityType: 'JobOrder', changeType: 'DISASSOCIATE' })
      : json(response, 404, notFound);
  }
  if (request.method === 'POST') return update(call, Number(id));
  const found = records.jobOrder(Number(id));
  if (!found) return json(response, 404, notFound);
  const asked = call.url.searchParams.get('fields');
  if (asked === null) return json(response, 400, { errorMessage: 'fields or layout is required', errorCode: 400 });
  if (isToMany(field))
    return json(response, 200, { data: ((found[field] as number[] | undefined) ?? []).map((one) => ({ id: one })) });
  if (asked.includes('*')) return json(response, 400, allFieldsRefused);
  json(response, 200, { data: Object.fromEntries(asked.split(',').map((name) => [name, shownOf(found, name)])) });
}

function shownOf(record: BullhornRecord, name: string): unknown {
  if (!isToMany(name)) return record[name] ?? (name.startsWith('is') ? false : null);
  const ids = (record[name] as number[] | undefined) ?? [];
  return { total: ids.length, data: ids.slice(0, mostShown).map((id) => ({ id })) };
}

const allFieldsRefused = {
  errorMessage: 'All fields are not allowed',
  errorMessageKey: 'errors.allFieldsNotAllowed',
  errorCode: 400,
};

function update({ request, response, records, body, faults, now }: RestCall, id: number): void {
  const done = records.update(id, JSON.parse(body) as Record<string, unknown>, now());
  if (done === undefined) return json(response, 404, notFound);
  if ('errorCode' in done) return json(response, 400, done);
  if (take(faults, 'drop-after-update')) return void request.socket.destroy();
  if (faultAfter(faults, response)) return;
  json(response, 200, { changedEntityId: id, changedEntityType: 'JobOrder', changeType: 'UPDATE' });
}

function create({ request, response, records, body, faults, now }: RestCall): void {
  const made = records.create(JSON.parse(body) as Record<string, unknown>, now());
  if ('errorCode' in made) return json(response, 400, made);
  if (take(faults, 'drop-after-create')) return void request.socket.destroy();
  if (faultAfter(faults, response)) return;
  if (take(faults, 'error-after-create')) return json(response, 500, { errorMessage: 'Internal error', errorCode: 500 });
  json(response, 200, { changedEntityId: made.id, changedEntityType: 'JobOrder', changeType: 'INSERT' });
}

/** Describes the fields of an entity that were asked for. */
function meta({ url, response, faults }: RestCall, entity: string): void {
  const fields = { ClientCorporation: clientFields, JobOrder: jobOrderMeta }[entity];
  if (!fields) return json(response, 404, notFound);
  const asked = (url.searchParams.get('fields') ?? '').split(',');
  if (!asked.includes('*')) return json(response, 200, { entity, fields: fields.filter(({ name }) => asked.includes(name)) });
  if (!take(faults, 'refuse-all-fields')) return json(response, 200, { entity, fields });
  json(response, 400, allFieldsRefused);
}

const clientFields = [
  { name: 'name', type: 'SCALAR', dataType: 'String', label: 'Company Name', required: true },
  {
    name: 'customText1',
    type: 'SCALAR',
    dataType: 'String',
    label: 'Segment',
    required: true,
    options: [
      { value: 'Acute', label: 'Acute care' },
      { value: 'Post-acute', label: 'Post-acute care' },
    ],
  },
  { name: 'customInt1', type: 'SCALAR', dataType: 'Integer', label: 'Beds', required: false },
  {
    name: 'status',
    type: 'SCALAR',
    dataType: 'String',
    label: 'Status',
    required: false,
    options: ['Active', 'Prospect', 'Archive'].map((value) => ({ value, label: value })),
  },
];

/** Reads a client by id, or creates a client or a contact. */
function client({ request, response, records, body, faults, now }: RestCall, entity: string, id: string): void {
  if (request.method === 'PUT') {
    const sent = JSON.parse(body) as Record<string, unknown>;
    const missing = (entity === 'ClientCorporation' ? ['name', 'customText1'] : ['firstName', 'clientCorporation']).find(
      (name) => (sent[name] ?? '') === '',
    );
    if (missing !== undefined)
      return json(response, 400, { errorMessage: `required property ${missing} may not be null`, errorCode: 400 });
    const made = records.addClient(entity, sent, now());
    if (take(faults, 'drop-after-create')) {
      if (take(faults, 'drop-look-up')) faults.push('drop-before');
      return void request.socket.destroy();
    }
    return json(response, 200, { changedEntityId: made, changedEntityType: entity, changeType: 'INSERT' });
  }
  const found = records.clients.find((one) => one.id === Number(id));
  if (found) json(response, 200, { data: found });
  else json(response, 404, notFound);
}

function options({ response, records }: RestCall, type: string): void {
  const data = { Category: records.categories, JobOrderShift: records.shifts }[type];
  if (data) json(response, 200, { data });
  else json(response, 400, { errorMessage: `No options of type ${type}`, errorCode: 400 });
}

function search(call: RestCall, area: 'query' | 'search', entity: string): void {
  const { url, response, records } = call;
  const all = {
    Candidate: records.candidates,
    JobOrder: records.jobOrders,
    JobSubmission: records.submissions,
    ClientCorporation: records.clients,
    Specialty: records.specialties,
    CandidateCertification: records.files.certifications,
  }[entity];
  if (!all)
    return json(response, 400, {
      errorMessage: `Unknown entity ${entity}`,
      errorMessageKey: 'errors.searchUnknownEntity',
      errorCode: 400,
    });
  if (area === 'search' && entity === 'Specialty') {
    return json(response, 400, {
      errorMessage: 'Specialty is not indexed',
      errorMessageKey: 'errors.queryIndexedEntity',
      errorCode: 400,
    });
  }
  const visible = area === 'search' ? all.filter((row) => Number(row['dateLastModified'] ?? 0) < call.now() - indexLagMs) : all;
  const start = Number(url.searchParams.get('start') ?? 0);
  const count = Math.min(500, Number(url.searchParams.get('count') ?? 20));
  const query = url.searchParams.get('query') ?? '';
  const where = url.searchParams.get('where') ?? '';
  const conditions = [
    matches(where),
    ofCandidate(where),
    isAddedSince(where),
    isNamed(query),
    isChanged(query),
    isCandidate(query),
    isCaregiverQuery(query),
  ];
  const matching = visible.filter((row) => conditions.every((holds) => holds(row)));
  json(response, 200, {
    total: matching.length,
    start,
    count,
    data: matching.slice(start, start + count).map((row) => (entity === 'Candidate' ? shownCandidate(row, url) : row)),
  });
}

/** Supports only the conditions in use: `field='text'`. Any other (`id>0`) matches every row. */
function matches(where: string): Condition {
  const [, field, value] = /^(\w+)='((?:[^']|'')*)'$/.exec(where) ?? [];
  if (field === undefined) return always;
  const wanted = value?.replaceAll("''", "'");
  return (row) => row[field] === wanted;
}

/** `dateAdded>=1764331200000` matches what was made since then. Any other condition matches every row. */
function isAddedSince(where: string): Condition {
  const [, since] = /^dateAdded>=(\d+)$/.exec(where) ?? [];
  return since === undefined ? always : (row) => Number(row['dateAdded']) >= Number(since);
}

/** `name:(text*)` matches names that contain the text, roughly like the index. Any other query matches every row. */
function isNamed(query: string): Condition {
  const [, text] = /^name:\((.*)\*\)$/.exec(query) ?? [];
  if (text === undefined) return always;
  const wanted = text.replaceAll('\\', '').toLowerCase();
  return (row) => String(row['name']).toLowerCase().includes(wanted);
}

/** `dateLastModified:[yyyyMMddHHmmss TO *]` matches what changed since then. Any other query matches every row. */
function isChanged(query: string): Condition {
  const [, ...parts] = /^dateLastModified:\[(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d) TO \*\]$/.exec(query) ?? [];
  if (parts.length === 0) return always;
  const [year = 0, month = 1, day, hour, minute, second] = parts.map(Number);
  const since = Date.UTC(year, month - 1, day, hour, minute, second);
  return (row) => Number(row['dateLastModified'] ?? 0) >= since;
}

/** `isDeleted:0 AND NOT status:"Archive" AND id:[7 TO *]` matches candidates in use from an id on. Any other query matches every row. */
function isCandidate(query: string): Condition {
  const [, from] = /^isDeleted:0 AND NOT status:"Archive" AND id:\[(\d+) TO \*\]$/.exec(query) ?? [];
  if (from === undefined) return always;
  return (row) => row['isDeleted'] !== true && row['status'] !== 'Archive' && row.id >= Number(from);
}
