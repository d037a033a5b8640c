import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { demoDegrees, demoFacilities, demoShifts, demoSpecialties } from '../world/world.ts';
import { CandidateFiles, demoCandidates } from './demo-candidates.ts';

export type BullhornRecord = { id: number } & Record<string, unknown>;
/** What an event subscription says of a job order or a submission. */
export type BullhornEvent = {
  readonly eventType: 'ENTITY';
  readonly entityName: 'JobOrder' | 'JobSubmission';
  readonly entityId: number;
  readonly entityEventType: 'INSERTED' | 'UPDATED' | 'DELETED';
};
export type BullhornErrorBody = {
  errorMessage: string;
  errorMessageKey?: string;
  errorCode: number;
  messages?: { detailMessage: string; propertyName: string; severity: string; type: string }[];
};

/** Writable JobOrder fields with their maximum text length (0: not a text). Like Bullhorn, rejects any other field. */
const jobOrderFields: Record<string, number> = {
  externalID: 100,
  title: 100,
  clientCorporation: 0,
  clientContact: 0,
  owner: 0,
  dateAdded: 0,
  startDate: 0,
  dateEnd: 0,
  employmentType: 200,
  onSite: 20,
  willRelocateInt: 0,
  status: 200,
  isOpen: 0,
  isDeleted: 0,
  numOpenings: 0,
  description: 1_000_000,
  publicDescription: 1_000_000,
  durationWeeks: 0,
  hoursPerWeek: 0,
  clientBillRate: 0,
  payRate: 0,
  salary: 0,
  salaryUnit: 12,
  source: 100,
  address: 0,
  reasonClosed: 200,
  customText1: 100,
  customText2: 100,
  customText3: 100,
};
const required = [
  'clientContact',
  'clientCorporation',
  'dateAdded',
  'employmentType',
  'onSite',
  'owner',
  'startDate',
  'willRelocateInt',
];
/** The agency's own labels of fields whose names say nothing. */
const jobOrderLabels: Record<string, string> = { customText1: 'Shift', customText2: 'VMS job ID', customText3: 'Unit' };
function typeOfField(name: string, maxLength: number): { readonly type: string; readonly dataType: string } {
  const other = { clientCorporation: 'ClientCorporation', clientContact: 'ClientContact', owner: 'CorporateUser' }[name];
  if (other !== undefined) return { type: 'TO_ONE', dataType: other };
  if (name === 'address') return { type: 'COMPOSITE', dataType: 'Address' };
  const scalar = (dataType: string) => ({ type: 'SCALAR', dataType });
  if (maxLength > 0) return scalar('String');
  if (/^(?:date|start)/.test(name)) return scalar('Timestamp');
  if (name.startsWith('is')) return scalar('Boolean');
  return scalar(/Rate|Week|salary$/.test(name) ? 'Double' : 'Integer');
}

const labelOf = (name: string): string =>
  jobOrderLabels[name] ?? name.replace(/^./, (first) => first.toUpperCase()).replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2');

/** The lists of ids of a job order, which calls of their own write, with the entity of their ids. */
const toMany = { categories: 'Category', specialties: 'Specialty', skills: 'Skill', assignedUsers: 'CorporateUser' } as const;
export type ToMany = keyof typeof toMany;
export const isToMany = (name: string): name is ToMany => Object.hasOwn(toMany, name);

/** What `meta/JobOrder` says of the fields. Like Bullhorn, it names the lists of ids as well. */
export const jobOrderMeta = [
  ...Object.entries(jobOrderFields).map(([name, maxLength]) => ({
    name,
    ...typeOfField(name, maxLength),
    label: labelOf(name),
    required: required.includes(name),
    ...(maxLength > 0 && { maxLength }),
    ...(name === 'employmentType' && {
      options: ['Contract', 'Direct Hire', 'Per Diem'].map((value) => ({ value, label: value })),
    }),
  })),
  ...Object.entries(toMany).map(([name, dataType]) => ({
    name,
    type: 'TO_MANY',
    dataType,
    label: labelOf(name),
    required: false,
  })),
];

/** The fake's data: the demo world's lists, and job orders, which a journal file keeps if there is one. */
export class BullhornRecords {
  readonly jobOrders: BullhornRecord[] = [];
  readonly contacts: BullhornRecord[] = [];
  /** In the order of their ids. Tests put their own here. */
  readonly candidates: BullhornRecord[];
  /** The files and certifications of candidates. */
  readonly files = new CandidateFiles();
  /** What people submitted to job orders there. A journal keeps them. */
  readonly submissions: BullhornRecord[] = [];
  /** What happened to job orders and submissions, for event subscriptions. */
  readonly events: BullhornEvent[] = [];
  readonly specialties: BullhornRecord[];
  readonly categories = demoDegrees.map((d) => ({ value: d.id, label: d.name }));
  readonly shifts = demoShifts.map((s) => ({ value: s.id, label: s.name }));
  /** Set by tests to reject updates, like a tenant's own validation. */
  refuses: (body: Record<string, unknown>) => boolean = () => false;
  readonly #journal: string | null;
  /** No id is used twice, also not that of a removed job order. */
  #nextId = 50_001;
  readonly #facilityCount: number;
  #clients: BullhornRecord[] | undefined;

  constructor(journal: string | null, facilityCount: number, candidateCount?: number) {
    this.candidates = demoCandidates(candidateCount);
    this.#journal = journal;
    this.#facilityCount = facilityCount;
    this.specialties = demoSpecialties.map((s) => ({ id: s.id, name: s.name, parentCategory: { id: s.degreeId } }));
    if (journal && existsSync(journal)) this.#replay(readFileSync(journal, 'utf8'));
  }

  /** The clients. Made at the first use, so that the service starts sooner. */
  get clients(): BullhornRecord[] {
    this.#clients ??= demoFacilities(this.#facilityCount).map(({ id, name, address, city, state, zip }) => ({
      id,
      name,
      address: { address1: address, city, state, zip, countryID: 1 },
      status: 'Active',
    }));
    return this.#clients;
  }

  /** Creates a job order, or returns Bullhorn's error. */
  create(body: Record<string, unknown>, at: number): { id: number } | BullhornErrorBody {
    const problems = problemsOf(body);
    if (problems.length > 0) return refusal(problems);
    const record = { id: this.#nextId, ...body, dateLastModified: at };
    this.#nextId++;
    this.#keep(record);
    this.jobOrders.push(record);
    this.#tell(record.id, 'INSERTED');
    return { id: record.id };
  }

  /** Creates a submission of a candidate to a job order, as a user of the ATS does, and returns its id. */
  addSubmission(body: Record<string, unknown>): number {
    const record = { id: 90_001 + this.submissions.length, dateAdded: Date.now(), ...body };
    this.submissions.push(record);
    this.#keep({ ...record, isSubmission: true });
    this.#tell(record.id, 'INSERTED', 'JobSubmission');
    return record.id;
  }

  /** Changes a submission. False if there is none with this id. */
  editSubmission(id: number, values: Readonly<Record<string, unknown>>): boolean {
    const at = this.submissions.findIndex((one) => one.id === id);
    const found = this.submissions[at];
    if (!found) return false;
    this.submissions[at] = { ...found, ...values, id };
    this.#keep({ ...found, ...values, id, isSubmission: true });
    this.#tell(id, 'UPDATED', 'JobSubmission');
    return true;
  }

  /** Creates a client or a contact and returns its id. Kept in memory only. */
  addClient(entity: string, body: Record<string, unknown>, at: number): number {
    const rows = entity === 'ClientCorporation' ? this.clients : this.contacts;
    const id = Math.max(0, ...rows.map((row) => row.id)) + 1;
    rows.push({ id, ...body, dateLastModified: at });
    return id;
  }

  /** The job order with an id. */
  jobOrder(id: number): BullhornRecord | undefined {
    const at = this.#placeOf(id);
    return at < 0 ? undefined : this.jobOrders[at];
  }

  /** Changes the given fields of a job order, or returns Bullhorn's error; undefined if it does not exist. */
  update(id: number, body: Record<string, unknown>, at: number): { id: number } | BullhornErrorBody | undefined {
    const job = this.jobOrder(id);
    if (!job) return undefined;
    const problems = problemsOf({ ...onlyRequired(job), ...body });
    if (this.refuses(body)) return refusal([{ propertyName: Object.keys(body).join(), detailMessage: 'not allowed here' }]);
    if (problems.length > 0) return refusal(problems);
    this.#replace({ ...job, ...body, id, dateLastModified: at });
    return { id };
  }

  /** Removes a job order, as a user of the ATS can. False if there is none. */
  remove(id: number): boolean {
    const at = this.#placeOf(id);
    if (at < 0) return false;
    this.jobOrders.splice(at, 1);
    this.#keep({ id, isRemoved: true });
    this.#tell(id, 'DELETED');
    return true;
  }

  /** Changes a job order, as a user of the ATS can. False if there is none. */
  edit(id: number, values: Readonly<Record<string, unknown>>, at: number): boolean {
    const job = this.jobOrder(id);
    if (job) this.#replace({ ...job, ...values, id, dateLastModified: at });
    return job !== undefined;
  }

  associate(id: number, field: ToMany, ids: number[]): 'done' | 'already' | 'missing' {
    const job = this.jobOrder(id);
    if (!job) return 'missing';
    const held = (job[field] as number[] | undefined) ?? [];
    if (ids.some((other) => held.includes(other))) return 'already';
    this.#replace({ ...job, [field]: [...held, ...ids] });
    return 'done';
  }

  disassociate(id: number, field: ToMany, ids: number[]): boolean {
    const job = this.jobOrder(id);
    if (!job) return false;
    const held = (job[field] as number[] | undefined) ?? [];
    this.#replace({ ...job, [field]: held.filter((other) => !ids.includes(other)) });
    return true;
  }

  /** Where a job order is in the list, or -1. Ids only grow, so the list is in their order. */
  #placeOf(id: number): number {
    let [from, to] = [0, this.jobOrders.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.jobOrders[middle]?.id ?? 0) < id) from = middle + 1;
      else to = middle;
    }
    return this.jobOrders[from]?.id === id ? from : -1;
  }

  #tell(
    entityId: number,
    entityEventType: BullhornEvent['entityEventType'],
    entityName: BullhornEvent['entityName'] = 'JobOrder',
  ): void {
    this.events.push({ eventType: 'ENTITY', entityName, entityId, entityEventType });
  }

  #replace(next: BullhornRecord): void {
    this.#keep(next);
    this.#tell(next.id, 'UPDATED');
    this.jobOrders[this.#placeOf(next.id)] = next;
  }

  #keep(record: BullhornRecord): void {
    if (this.#journal) appendFileSync(this.#journal, `${JSON.stringify(record)}\n`);
  }

  #replay(text: string): void {
    for (const line of text.split('\n').filter(Boolean)) {
      const { isSubmission, ...record } = JSON.parse(line) as BullhornRecord;
      if (isSubmission === true) {
        const known = this.submissions.findIndex(({ id }) => id === record.id);
        if (known < 0) this.submissions.push(record);
        else this.submissions[known] = record;
        continue;
      }
      this.#nextId = Math.max(this.#nextId, record.id + 1);
      const at = this.#placeOf(record.id);
      if (record['isRemoved'] === true) this.jobOrders.splice(at, 1);
      else if (at < 0) this.jobOrders.push(record);
      else this.jobOrders[at] = record;
    }
  }
}

type Problem = { propertyName: string; detailMessage: string };

const refusal = (problems: readonly Problem[]): BullhornErrorBody => ({
  errorMessage: 'error persisting an entity of type: JobOrder',
  errorCode: 400,
  messages: problems.map((p) => ({ ...p, severity: 'ERROR', type: 'VALIDATION' })),
});

const onlyRequired = (job: BullhornRecord) => Object.fromEntries(required.map((name) => [name, job[name]]));

function problemsOf(body: Record<string, unknown>): Problem[] {
  const missing = required.filter((name) => body[name] === undefined || body[name] === null);
  const problems = missing.map((propertyName) => ({ propertyName, detailMessage: 'required property may not be null' }));
  for (const [propertyName, value] of Object.entries(body)) {
    const longest = jobOrderFields[propertyName];
    if (isToMany(propertyName))
      problems.push({ propertyName, detailMessage: 'to-many associations may not be set while creating an entity' });
    else if (longest === undefined) problems.push({ propertyName, detailMessage: 'unknown field' });
    else if (longest > 0 && typeof value === 'string' && value.length > longest) {
      problems.push({ propertyName, detailMessage: `longer than ${longest} characters` });
    }
  }
  return problems;
}
