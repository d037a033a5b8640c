import type { FeedField } from '#contract/collecting/column-mapping.ts';
import type { ColumnAlias } from '#domain/field-aliases/column-alias.ts';
import { comparable } from '#domain/file-columns/header-words.ts';

/**
 * Column names by field, best first. A leading `?` marks a hint: it is used if its value can be parsed, otherwise it stays in
 * `extra`.
 */
export type FieldAliases = Readonly<Record<FeedField, readonly string[]>>;

/** A customer's own column names. They replace the defaults of their field; an empty list leaves the field unmapped. */
export type AliasOverrides = Readonly<Partial<Record<FeedField, readonly string[]>>>;

/** A staffing order of HR-XML 2.5 has its names below these. */
const hrXmlPosition = 'StaffingPosition';
const hrXmlSite = `${hrXmlPosition}.WorkSite.PostalAddress`;

/**
 * Names found in real feeds: a VMS's travel-job export, a travel-nurse API, appcast, the aggregator feed and its Medefis record,
 * mails of JobRobotix, StaffingEngine and HWL, LaborEdge Nexus, Trio VMS, HR-XML. Case, spaces and punctuation are ignored.
 */
const defaults: FieldAliases = {
  providerJobId: [
    'providerJobID',
    'Org Job Id',
    'Job ID',
    'Job Number',
    'Job No',
    'Requisition',
    'Requisition ID',
    'Requisition Number',
    'Req ID',
    'Order ID',
    'Order Number',
    'referencenumber',
    'job_reference',
    'reference',
    'referenceID',
    '_id',
    'id',
    'postingId',
    'sourceID',
    'Number',
    'guid',
    'OrderId.IdValue',
  ],
  title: [
    'title',
    'title.a',
    'Job Title',
    'Job Title(s)',
    'job_name',
    'Position Title',
    'Position',
    `${hrXmlPosition}.PositionHeader.PositionTitle`,
  ],
  status: ['statusString', 'status', 'Job Status', 'jobStatusCode', 'OrderClassification.@orderStatus', 'OrderId.Status'],
  workType: [
    'workType',
    'work_type',
    'Employment',
    'Employment Type',
    'vms_jobType',
    '?jobRobotix_jobType',
    '?Job Type',
    '?Selected Contract Type',
    '?Contract Type',
    '?category',
    '?Type',
  ],
  positions: [
    'positions',
    'Openings',
    'noOfOpenings',
    'Number of Openings',
    '# of Positions',
    'position_left_posted',
    'Quantity',
    'NumberOfCurrentOpenPositions',
    'PositionQuantity',
    `${hrXmlPosition}.PositionHeader.Quantity`,
  ],
  facility: [
    'facility',
    'FacilityName',
    'Facility Name',
    'location.name',
    'facility.name',
    'Client',
    'clientName',
    'Hospital',
    'Hospital Name',
    `${hrXmlPosition}.WorkSite.WorkSiteName`,
  ],
  address: ['address', 'Street Address', 'Address 1', 'addressLine1', 'location.address', 'street'],
  city: ['city', 'clientCity', 'location.city', 'Facility City', `${hrXmlSite}.Municipality`],
  state: ['state', 'clientStateCode', 'location.state', 'Facility State', 'State Code', 'region', `${hrXmlSite}.Region`],
  zip: ['zip', 'zipcode', 'Zip Code', 'postalcode', 'Postal Code', 'location.zip', 'clientZip', `${hrXmlSite}.PostalCode`],
  country: ['country', 'countryCode', 'location.country'],
  place: ['?location', '?City/State', '?City, State'],
  unit: ['unit', 'UnitDescription', 'Department', 'Dept', 'Unit Name'],
  degree: [
    'degree',
    'Discipline',
    'Profession',
    'cleanDegree',
    'jobBoardDegree',
    'License Type',
    'nursetype',
    'orderCertification',
  ],
  specialty: [
    'jobSpecialty',
    'specialty',
    'specialty.specialty',
    'specialty_raw',
    'Specialty/Dept.',
    'Speciality',
    'cleanSpecialty',
    'jobBoardSpecialty',
    'sub_specialty',
  ],
  degreeAndSpecialty: ['Profession/ Speciality', 'Profession/Specialty'],
  shift: ['shift', 'Shift Time', 'shiftHours', 'shift_hours_raw', 'Shift Type', 'Shift Description', 'cleanShift', 'Shifts'],
  shiftStart: ['shiftStartTime1', 'shiftStartTime', 'Shift Start'],
  shiftEnd: ['shiftEndTime1', 'shiftEndTime', 'Shift End'],
  hoursPerShift: ['Hrs/Shift', 'Hours Per Shift', 'Shift Duration (Hrs)', 'Shift Length'],
  shiftsPerWeek: ['Shift/Wk', 'Shifts Per Week', 'shiftsPerWeek1', 'daysPerWeek'],
  hoursPerWeek: ['Hrs/Wk', 'Hours Per Week', 'Weekly Hours', 'scheduledHrs1'],
  guaranteedHours: ['guaranteedHours', 'Guaranteed Hrs/wk', 'Guaranteed Hours (Weekly)', 'Gtd Hours'],
  startDate: [
    'startDate',
    'Start Date',
    'date_start',
    'Contract Start Date',
    'Contract Start',
    'formattedStartDate',
    'Start',
    `${hrXmlPosition}.PositionDateRange.StartDate`,
  ],
  endDate: [
    'endDate',
    'End Date',
    'date_end',
    'Contract End Date',
    'Contract End',
    'formattedEndDate',
    'End',
    `${hrXmlPosition}.PositionDateRange.ExpectedEndDate`,
  ],
  dateRange: ['Start and End Date', 'Dates', 'Assignment Dates', 'Contract Start/End Date'],
  durationWeeks: ['durationWeeks', 'Wks/Contract', 'Weeks', 'DurationWks', 'Number of Weeks'],
  durationDays: ['durationDays', 'duration', 'durationLength', 'Contract Length', 'Assignment Length'],
  durationUnit: ['?durationType', '?durationUnit'],
  billRate: [
    'billRate',
    'Bill Rate',
    'Agency Regular Bill Rate',
    'Regular Bill Rate',
    'Reg Rate',
    'bRate',
    'billRate.regular',
    'BillRateAmount',
  ],
  localRate: ['localRate', 'Local Bill Rate', 'Local Rate'],
  otRate: ['oTRate', 'OT Rate', 'Overtime Rate', 'OT Bill Rate', 'Agency >40 Bill Rate', 'bOTRate'],
  minBillRate: ['minBillRate', 'Min Bill Rate', 'bMinRate'],
  holidayRate: ['holidayRate', 'Holiday Rate', 'Holiday Bill Rate', 'bHRate'],
  callbackRate: ['callbackRate', 'Call Back Rate', 'bCBRate'],
  chargeRate: ['chargeRate', 'Charge Rate', 'bCRate'],
  onCallRate: ['onCallRate', 'On Call Rate', 'bOCRate'],
  orientationRate: ['orientationRate', 'Orientation Rate', 'bOrRate'],
  permFee: ['permFee', 'Perm Fee', 'Placement Fee'],
  feePercentage: ['feePercentage', 'Fee %', 'Fee Percentage', 'Perm Fee %'],
  currency: ['currency', 'currencyCode'],
  travelStipend: ['travelStipend', 'Travel Stipend', 'travelStipendW'],
  mealStipend: ['mealStipend', 'mealStipendW', 'Meal Stipend', 'mealAmount', 'M&IE'],
  lodgingStipend: ['lodgingStipend', 'lodgingStipendW', 'Lodging Stipend', 'Housing Stipend', 'lodgingAmount'],
  payPerHour: ['payPerH', '$/hr', 'PayRate', 'Pay Rate', 'hourlyPay', 'hourlyPayRange', 'Hourly Rate'],
  payPerWeek: ['payPerWeek', '$wk', '$/wk', 'grossPayW', 'weeklyPay', 'Weekly Pay', 'Weekly Gross'],
  coordinator: ['coordinator', 'recruiter', 'Contact', 'Contact Name', 'Program Manager', 'PlacementCoordinator'],
  hiringManager: ['hiringManager', 'Hiring Manager', 'Unit Manager', 'Nurse Manager'],
  buyer: ['buyer', 'Buyer Name'],
  vms: ['externalVMSName', 'vms', 'VMS Name', 'sourceName'],
  msp: ['externalMSPName', 'msp', 'MSP Name'],
  note: ['note', 'notes', 'Comments', 'Description / Comment', 'Additional Details', 'Call Specifics'],
  description: [
    'description',
    'job_description',
    'jobDescription',
    'fullDescription',
    'body',
    'summary',
    `${hrXmlPosition}.PositionHeader.PositionDescription`,
  ],
  postedAt: ['postDate', 'posted_at', 'Posted', 'Date Posted', 'Posted Date', 'pubDate', 'createdAt', 'dateCreated', 'date'],
  asap: ['?isASAP', '?aSAP'],
  hot: ['?hotFl', '?HotJob', '?isHotJob', '?featuredJob', '?hot'],
  held: ['?holdFl', '?onHold'],
  winterPlanNeed: ['?winterPlanNeed', '?Winter Plan'],
  submissionLimit: [
    '?SubmissionAvailable',
    '?SubmissionsAvailable',
    '?Submission Limit',
    '?Submissions Allowed',
    '?Max Submissions',
    '?Maximum Submissions',
  ],
  jobUrl: ['jobURL', 'url', 'link', 'Job Link'],
  licenses: ['licenses', 'License', 'Certifications', 'Required Licenses', 'requiredCertifications'],
  experience: ['minExperienceRequired', 'experience', 'Years of Experience'],
  association: ['association', 'Health System', 'Group'],
  alias: ['alias'],
  // An order or requisition id alone names the job itself, so only a name that says "parent" or "master" is the order above it.
  parentJobId: [
    'parentJobId',
    'Parent ID',
    'Parent Job ID',
    'Parent Job Number',
    'Parent Order',
    'Parent Order ID',
    'Parent Order Number',
    'Parent Requisition',
    'Parent Requisition ID',
    'Parent Req ID',
    'Master Order ID',
    'Master Requisition ID',
  ],
};

/**
 * The alias table: the defaults, or for each field that a task names the task's own names; before them the customer's `own` aliases. A
 * name that is an alias of one field is no name of another.
 */
export function aliasesWith(overrides: AliasOverrides = {}, own: readonly ColumnAlias[] = []): FieldAliases {
  const names = { ...defaults, ...overrides };
  if (own.length === 0) return names;
  const taken = new Map(own.map(({ field, alias }) => [comparable(alias), field]));
  const merged: Record<FeedField, readonly string[]> = { ...names };
  for (const [field, list] of Object.entries(names) as [FeedField, readonly string[]][]) {
    const before = own.flatMap((each) => (each.field === field ? [each.alias] : []));
    merged[field] = [...before, ...list.filter((name) => (taken.get(comparable(name)) ?? field) === field)];
  }
  return merged;
}
