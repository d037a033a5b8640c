import * as z from 'zod';
import { httpUrl } from '../kit/http-url.ts';
import { wire } from '../kit/wire-names.ts';
import { FacilityStyle } from '../mapping/facility-add.ts';
import { ContactEmail, ContactPhone, FeedElements, FeedFormat } from './feed-settings.ts';

const Text = z.string().trim().max(200, 'Use at most 200 characters');
const LongText = z.string().trim().max(1000, 'Use at most 1,000 characters');
/** An id or a word of the ATS. */
export const ShortText = z.string().trim().max(100, 'Use at most 100 characters');

/** The ATS's own ids of work types and statuses, under their documented names. */
export const defaultIds = <T extends z.ZodType>(id: T) => ({
  defaultTravelId: wire('DefTravelExt_ID', id),
  defaultPermanentId: wire('DefPermExt_ID', id),
  defaultPerDiemId: wire('DefPerDiemExt_ID', id),
  defaultOpenId: wire('DefOpenExt_Id', id),
  defaultCancelledId: wire('DefCancelledExt_Id', id),
});
const Listed = z.array(z.object({ id: wire('ID', z.coerce.string()), name: wire('Name', z.string()) })).max(1000);

/** The page where a person applies for a job of a feed; `{reference}` is replaced by the job's reference. */
export const ApplyUrl = httpUrl('Enter the full URL, with https:// and {reference} where the job’s reference goes');

/** Every setting that a target may have, by its kind. The service refuses others by name. */
export const TargetSettings = z
  .object({
    /** What people note about the connection. Never a secret: those who may change targets read it. */
    notes: z.string().trim().max(2000, 'Use at most 2,000 characters'),
    // An ATS such as Bullhorn.
    clientId: Text,
    ownerId: z.number().int().nullable(),
    contactId: z.number().int().nullable(),
    resendWhenAbsent: z.boolean(),
    autoMap: z.boolean(),
    /** Seconds after which a post with an unknown result is looked up. */
    lookupSeconds: z.array(z.number().positive()).length(4),
    // CTM, LaborEdge and Salesforce.
    orderStatus: Text,
    organizationCode: Text,
    apiVersion: Text,
    objectName: Text,
    externalIdField: Text,
    // Bullhorn: which clients and specialties are read.
    clientWhere: LongText,
    specialtyWhere: LongText,
    clientStatusesExclude: z.array(ShortText).max(100),
    // Salesforce: the columns of the agency's own object.
    degreeColumn: Text,
    specialtyColumn: Text,
    shiftColumn: Text,
    workTypeColumn: Text,
    jobStatusColumn: Text,
    sourceColumn: Text,
    sourceIdColumn: Text,
    // CTM: exclude each other.
    onlyLongTermOrders: z.boolean(),
    onlyShifts: z.boolean(),
    // A feed. Null is the service's own page.
    applyUrl: ApplyUrl.nullable(),
    feedFormat: FeedFormat,
    feedElements: FeedElements,
    feedShowsPay: z.boolean(),
    contactEmail: ContactEmail.nullable(),
    contactPhone: ContactPhone.nullable(),
    // Adding a facility, for targets that cannot be asked for their lists.
    facilityStyle: FacilityStyle,
    regions: Listed,
    statuses: Listed,
    jobTypes: Listed,
    offerings: Listed,
    subOfferings: Listed,
    clientTypes: Listed,
    vendorSystems: Listed,
    cities: z.record(z.string(), z.array(z.string())),
    // Which lists are kept in Jobdock.
    maintenanceFacility: z.boolean(),
    maintenanceDegree: z.boolean(),
    maintenanceSpecialty: z.boolean(),
    maintenanceShift: z.boolean(),
    maintenanceContact: z.boolean(),
    maintenanceVMS: z.boolean(),
    maintenanceMSP: z.boolean(),
  })
  .partial();
