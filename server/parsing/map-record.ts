import { createHash } from 'node:crypto';
import { isWebAddress } from '#domain/fields/links.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { addDays, dayOfIso, epochDays } from '#domain/parsing/calendar.ts';
import { parseCount } from '#domain/parsing/parse-count.ts';
import { type DateOrder, instantOf, parseDate, type StatedDate } from '#domain/parsing/parse-date.ts';
import { parseDuration } from '#domain/parsing/parse-duration.ts';
import { parseHours } from '#domain/parsing/parse-hours.ts';
import { parsePlace, parseState, parseZip } from '#domain/parsing/parse-place.ts';
import { parseShift } from '#domain/parsing/parse-shift.ts';
import { type JobStatus, parseStatus, statusKey, tidyStatus } from '#domain/parsing/parse-status.ts';
import { parseWorkType, type WorkType } from '#domain/parsing/parse-work-type.ts';
import { parseYesNo } from '#domain/parsing/parse-yes-no.ts';
import { submissionsOpen } from '#domain/staging/submission-available.ts';
import { type ColumnPlan, type RecordReader, type RowProblem, recordReader } from './record-reader.ts';

/** What a feed does not say: the date format, `today` as `yyyy-MM-dd`, and defaults for missing values. */
export type MapContext = {
  readonly today: string;
  readonly dateOrder: DateOrder;
  readonly durationUnit: 'days' | 'weeks';
  readonly currency: string;
  readonly workType: WorkType;
  /** The customer's meaning of a vendor's status texts, in lower case. */
  readonly statuses?: Readonly<Record<string, JobStatus>>;
};

/** A job, or every reason why the row was refused. `providerJobId` is set if the refused row has a readable id. */
export type MappedRow =
  | { readonly ok: CollectedJob; readonly warnings: readonly RowProblem[] }
  | { readonly refused: readonly RowProblem[]; readonly providerJobId: string | null };

/**
 * Maps one flat record to a job, or returns every reason why not. A value that is present and cannot be parsed refuses the row; in an
 * optional field it is a warning, and stays in `extra`.
 */
export function mapRecord(record: ReadonlyMap<string, string>, plan: ColumnPlan, context: MapContext): MappedRow {
  const read = recordReader(record, plan);
  const job = jobOf(partsOf(read, context));
  const stated = read.line('providerJobId', 200);
  const identity = [
    job.title,
    job.facility,
    job.address,
    job.city,
    job.state,
    job.zip,
    job.unit,
    job.degree,
    job.specialty,
    job.shift,
    job.startDate,
  ];
  const unknown = stated === null && identity.every((part) => part === null);
  if (unknown) {
    read.problems.push({
      field: 'providerJobId',
      column: '',
      value: '',
      problem: 'Nothing in this row says which job it is.',
      remedy: 'Choose the columns of the job ID, facility or title in an upload to this source, or ask the vendor for them.',
    });
  }
  const providerJobId = stated ?? derivedId([job.vms, job.workType, ...identity]);
  if (read.problems.length > 0)
    return { refused: [...read.problems, ...read.warnings], providerJobId: unknown ? null : providerJobId };
  const { text: statusText, isUnknown } = statedStatus(read, context);
  const more = {
    providerJobId,
    idDerived: stated === null,
    extra: read.extra(),
    ...(statusText !== null && { statusText }),
    ...(isUnknown && { statusUnknown: true as const }),
  };
  return { ok: Object.assign(job, more), warnings: read.warnings };
}

const partsOf = (read: RecordReader, context: MapContext) => ({
  told: descriptionOf(read),
  place: placeOf(read),
  time: scheduleOf(read, context),
  shift: shiftOf(read),
  rate: ratesOf(read, context),
  skill: qualificationOf(read),
  order: {
    status: statusOf(read, context),
    workType: read.value('workType', parseWorkType)?.workType ?? context.workType,
    positions: read.value('positions', (text) => parseCount(text, 10_000, 'positions'))?.count ?? null,
    submissionLimit: read.value('submissionLimit', (text) => parseCount(text, submissionsOpen, 'submissionLimit'))?.count ?? null,
    winterPlanNeed: flagOf(read, 'winterPlanNeed'),
    hot: flagOf(read, 'hot'),
  },
});

// Each field by name: spreading 55 fields into an object is slow (measured: 120 microseconds per row instead of 26).
// oxlint-disable-next-line max-lines-per-function -- one line for each field
function jobOf(part: ReturnType<typeof partsOf>): Omit<CollectedJob, 'providerJobId' | 'idDerived' | 'extra'> {
  return {
    title: part.told.title,
    coordinator: part.told.coordinator,
    hiringManager: part.told.hiringManager,
    buyer: part.told.buyer,
    vms: part.told.vms,
    msp: part.told.msp,
    association: part.told.association,
    alias: part.told.alias,
    parentJobId: part.told.parentJobId,
    licenses: part.told.licenses,
    experience: part.told.experience,
    jobUrl: part.told.jobUrl,
    description: part.told.description,
    note: part.told.note,
    facility: part.place.facility,
    address: part.place.address,
    city: part.place.city,
    state: part.place.state,
    zip: part.place.zip,
    unit: part.place.unit,
    startDate: part.time.startDate,
    endDate: part.time.endDate,
    durationDays: part.time.durationDays,
    postedAt: part.time.postedAt,
    asap: part.time.asap,
    shift: part.shift.shift,
    shiftStart: part.shift.shiftStart,
    shiftEnd: part.shift.shiftEnd,
    hoursPerShift: part.shift.hoursPerShift,
    shiftsPerWeek: part.shift.shiftsPerWeek,
    hoursPerWeek: part.shift.hoursPerWeek,
    guaranteedHours: part.shift.guaranteedHours,
    billRate: part.rate.billRate,
    minBillRate: part.rate.minBillRate,
    localRate: part.rate.localRate,
    otRate: part.rate.otRate,
    holidayRate: part.rate.holidayRate,
    callbackRate: part.rate.callbackRate,
    chargeRate: part.rate.chargeRate,
    onCallRate: part.rate.onCallRate,
    orientationRate: part.rate.orientationRate,
    permFee: part.rate.permFee,
    feePercentage: part.rate.feePercentage,
    travelStipend: part.rate.travelStipend,
    mealStipend: part.rate.mealStipend,
    lodgingStipend: part.rate.lodgingStipend,
    payPerHour: part.rate.payPerHour,
    payPerWeek: part.rate.payPerWeek,
    currency: part.rate.currency,
    degree: part.skill.degree,
    specialty: part.skill.specialty,
    status: part.order.status,
    workType: part.order.workType,
    positions: part.order.positions,
    submissionLimit: part.order.submissionLimit,
    winterPlanNeed: part.order.winterPlanNeed,
    hot: part.order.hot,
  };
}

/**
 * An id derived from the row, so that the same job gets the same id in the next run as long as its identifying values do not
 * change.
 */
function derivedId(identity: readonly (string | number | null)[]): string {
  return `derived-${createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 24)}`;
}

const LONGEST_TEXT = 100_000;

function descriptionOf(read: RecordReader) {
  const title = read.line('title');
  const longText = (field: 'description' | 'note'): string | null => read.text(field)?.slice(0, LONGEST_TEXT) ?? null;
  return {
    title: title && (tidy(title) || null),
    coordinator: read.line('coordinator'),
    hiringManager: read.line('hiringManager'),
    buyer: read.line('buyer'),
    vms: read.line('vms'),
    msp: read.line('msp'),
    association: read.line('association'),
    alias: read.line('alias'),
    parentJobId: read.line('parentJobId', 200),
    licenses: read.line('licenses', 2000),
    experience: read.line('experience'),
    jobUrl: webAddress(read),
    description: longText('description'),
    note: longText('note'),
  };
}

/** Unwraps a title that is sent as a link: `<a href="/1">ICU nurse</a>`. */
const tidy = (title: string): string =>
  title
    .replaceAll(/<[^<>]{0,300}>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns http addresses only; any other value stays in `extra`. */
function webAddress(read: RecordReader): string | null {
  const address = read.line('jobUrl', 2000);
  if (address === null || isWebAddress(address)) return address;
  read.keep('jobUrl');
  return null;
}

function placeOf(read: RecordReader) {
  const place = read.value('place', parsePlace);
  const country = read.line('country', 60)?.toLowerCase() ?? place?.country?.toLowerCase();
  const abroad = country !== undefined && !/^(?:us|usa|u\.s\.a?\.?|united states(?: of america)?|ca|can|canada)$/.test(country);
  // Other countries have their own states and postal codes.
  const state = abroad ? read.line('state') : (read.value('state', parseState)?.code ?? null);
  const zip = abroad ? read.line('zip', 20) : (read.value('zip', parseZip)?.zip ?? null);
  return {
    facility: read.line('facility'),
    address: read.line('address') ?? place?.address ?? null,
    city: read.line('city') ?? place?.city ?? null,
    state: state ?? place?.state ?? null,
    zip: zip ?? place?.zip ?? null,
    unit: read.line('unit', 1000),
  };
}

function qualificationOf(read: RecordReader) {
  const [degree, specialty] = (read.line('degreeAndSpecialty') ?? '').split(/\s*\/\s*(.+)/);
  return {
    degree: read.line('degree') ?? (degree || null),
    specialty: read.line('specialty') ?? (specialty || null),
  };
}

/** What the row says of its status: the customer's meaning of the text goes first. An unknown text is no reason to refuse a row. */
function statedStatus(read: RecordReader, { statuses = {} }: MapContext) {
  const found = read.value('status', (text) => {
    const key = statusKey(text);
    const mapped = Object.hasOwn(statuses, key) ? statuses[key] : undefined;
    const parsed = mapped ? { kind: 'status' as const, status: mapped } : parseStatus(text);
    return parsed.kind === 'none'
      ? parsed
      : { kind: 'stated' as const, text, status: parsed.kind === 'status' ? parsed.status : null };
  });
  const text = found === undefined ? null : tidyStatus(found.text);
  return {
    text,
    isUnknown: found?.status === null,
    status: found === undefined ? ('Open' as const) : (found.status ?? ('On Hold' as const)),
  };
}

function statusOf(read: RecordReader, context: MapContext): JobStatus {
  const { status } = statedStatus(read, context);
  return flagOf(read, 'held') && status === 'Open' ? 'On Hold' : status;
}

const flagOf = (read: RecordReader, field: 'asap' | 'hot' | 'held' | 'winterPlanNeed'): boolean =>
  read.value(field, (text) => parseYesNo(text, field))?.yes ?? false;

function scheduleOf(read: RecordReader, { today, dateOrder, durationUnit }: MapContext) {
  const dateIn = (field: 'startDate' | 'endDate' | 'postedAt' | 'dateRange') =>
    read.value(field, (text) => parseDate(text, { order: dateOrder, today, field }));
  const range = dateIn('dateRange');
  const start = dateIn('startDate') ?? range;
  const end = dateIn('endDate');
  const days = durationOf(read, durationUnit);
  if (start?.kind === 'month') read.keep('startDate');
  const startDate = start?.kind === 'date' ? start.on : start?.kind === 'month' ? `${start.month}-01` : null;
  const endDate = endOf(read, end, start) ?? (startDate && days !== null ? (addDays(startDate, days) ?? null) : null);
  if (startDate && endDate && endDate < startDate) {
    read.refuse(
      'endDate',
      endDate,
      `The end lies before the start, ${startDate}.`,
      'Ask the vendor for the right dates, or check the date order of this feed.',
    );
  }
  const posted = dateIn('postedAt');
  return {
    startDate,
    endDate,
    durationDays: days ?? daysBetween(startDate, endDate),
    postedAt: posted?.kind === 'date' ? (instantOf(posted) ?? posted.on) : null,
    asap: flagOf(read, 'asap') || start?.kind === 'asap',
  };
}

type Told = StatedDate | { readonly kind: 'asap' } | { readonly kind: 'month'; readonly month: string } | undefined;

function endOf(read: RecordReader, end: Told, start: Told): string | null {
  if (end?.kind === 'date') return end.on;
  if (end?.kind === 'month' || end?.kind === 'asap') read.keep('endDate');
  const until = start?.kind === 'date' ? start.until : undefined;
  return until === undefined || until === 'open' ? null : until;
}

function daysBetween(start: string | null, end: string | null): number | null {
  const [from, to] = [start, end].map((on) => (on === null ? undefined : dayOfIso(on)));
  return from && to ? epochDays(to) - epochDays(from) : null;
}

function durationOf(read: RecordReader, usual: 'days' | 'weeks'): number | null {
  const weeks = read.value('durationWeeks', (text) => parseDuration(text, 'weeks', 'durationDays'));
  const unit = read.line('durationUnit', 20)?.toLowerCase();
  const length = read.value('durationDays', (text) => {
    const withUnit = unit !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? `${text} ${unit}` : text;
    return parseDuration(withUnit, usual, 'durationDays');
  });
  return weeks?.days ?? length?.days ?? null;
}

function shiftOf(read: RecordReader) {
  const shift = read.line('shift');
  const [from, to] = [read.line('shiftStart', 30), read.line('shiftEnd', 30)];
  const words = parseShift(shift ?? '');
  const times = from && to ? parseShift(`${from} - ${to}`) : undefined;
  const stated = times?.start === undefined ? words : times;
  if (times !== undefined && times.start === undefined) {
    read.keep('shiftStart');
    read.keep('shiftEnd');
  }
  const hours = (field: 'hoursPerShift' | 'hoursPerWeek' | 'guaranteedHours', most: 24 | 168): number | null =>
    read.value(field, (text) => parseHours(text, most, field))?.hours ?? null;
  const shifts = read.value('shiftsPerWeek', (text) => parseCount(text, 14, 'shiftsPerWeek'))?.count;
  return {
    shift: shift ?? (from && to ? `${from} - ${to}` : null),
    shiftStart: stated.start ?? null,
    shiftEnd: stated.end ?? null,
    hoursPerShift: hours('hoursPerShift', 24) ?? words.hours ?? times?.hours ?? null,
    shiftsPerWeek: shifts ?? words.shiftsPerWeek ?? null,
    hoursPerWeek: hours('hoursPerWeek', 168),
    guaranteedHours: hours('guaranteedHours', 168),
  };
}

type HourlyField =
  | 'localRate'
  | 'otRate'
  | 'holidayRate'
  | 'callbackRate'
  | 'chargeRate'
  | 'onCallRate'
  | 'orientationRate'
  | 'payPerHour';
type WeeklyField = 'travelStipend' | 'mealStipend' | 'lodgingStipend' | 'payPerWeek';

function ratesOf(read: RecordReader, context: MapContext) {
  const one = (
    field: HourlyField | WeeklyField | 'permFee' | 'feePercentage' | 'minBillRate',
    unit?: 'hour' | 'week' | 'percent',
  ): number | null => {
    const rate = read.amount(field, unit ? [unit] : []);
    // The job gets the lower end of a range. The full text stays in `extra`.
    if (rate?.upTo !== undefined) read.keep(field);
    return rate?.amount ?? null;
  };
  const bill = read.amount('billRate', ['hour']);
  const least = one('minBillRate', 'hour');
  const ranged = bill?.upTo !== undefined;
  return {
    billRate: (ranged ? bill.upTo : bill?.amount) ?? null,
    minBillRate: least ?? (ranged ? bill.amount : null),
    localRate: one('localRate', 'hour'),
    otRate: one('otRate', 'hour'),
    holidayRate: one('holidayRate', 'hour'),
    callbackRate: one('callbackRate', 'hour'),
    chargeRate: one('chargeRate', 'hour'),
    onCallRate: one('onCallRate', 'hour'),
    orientationRate: one('orientationRate', 'hour'),
    permFee: one('permFee'),
    feePercentage: one('feePercentage', 'percent'),
    travelStipend: one('travelStipend', 'week'),
    mealStipend: one('mealStipend', 'week'),
    lodgingStipend: one('lodgingStipend', 'week'),
    payPerHour: one('payPerHour', 'hour'),
    payPerWeek: one('payPerWeek', 'week'),
    currency: currencyOf(read) ?? bill?.currency ?? context.currency,
  };
}

function currencyOf(read: RecordReader): string | undefined {
  const code = read.line('currency', 20)?.toUpperCase();
  if (code === undefined || /^[A-Z]{3}$/.test(code)) return code;
  read.refuse('currency', code, 'This is no currency code.', 'Use a code of three letters such as USD.');
  return undefined;
}
