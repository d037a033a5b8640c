import type { SubmissionListKind } from '#contract/rows/submission-lists.ts';
import type { ListedEntry } from '#server/kit/db/tables/submission-tables.ts';
import type { Clock } from '#server/targets/adapter/clock.ts';
import type { Send } from '#server/targets/adapter/outbound.ts';

/**
 * What a system answered. `refused`: definitely not done, with its words. `later`: nothing was sent or the system asks to wait, so a retry
 * is safe. `unknown`: it may be done (a lost answer, a timeout, an error of the system), so the call is never repeated blindly.
 */
export type Answer<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'later'; readonly words: string; readonly waitSeconds?: number }
  | { readonly kind: 'unknown'; readonly words: string };

/** What a person typed to find caregivers. Blank texts are not asked for; the id is the system's own. */
export type CaregiverFilter = {
  readonly firstName: string;
  readonly lastName: string;
  readonly middleName: string;
  readonly email: string;
  readonly caregiverId: string;
};

/** A caregiver as a search finds it. Shown once and never stored. Degree and specialty are the system's own ids, '' if unknown. */
export type FoundCaregiver = {
  readonly caregiverId: string;
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly degreeExtId: string;
  readonly degree: string;
  readonly specialtyExtId: string;
  readonly specialty: string;
  readonly city: string;
  readonly state: string;
  readonly status: string;
};

/** A document that a caregiver has in a source. `typeExtId`: its type in the list of documents. Dates are `yyyy-MM-dd` or null. */
export type CaregiverDocument = {
  readonly id: string;
  readonly typeExtId: string;
  readonly name: string;
  readonly fileName: string;
  /** In bytes; null if the system does not say. */
  readonly size: number | null;
  readonly expiresOn: string | null;
};

/** A caregiver with everything a destination may ask for. `fields`: the system's own values by name, without secrets. */
export type ReadCaregiver = FoundCaregiver & {
  readonly documents: readonly CaregiverDocument[];
  readonly fields: Readonly<Record<string, string>>;
};

/** A caregiver of whom nothing is known: it is gone from the source, or a look-up does not need it. */
export const unknownCaregiver: ReadCaregiver = {
  caregiverId: '',
  firstName: '',
  middleName: '',
  lastName: '',
  email: '',
  phone: '',
  degreeExtId: '',
  degree: '',
  specialtyExtId: '',
  specialty: '',
  city: '',
  state: '',
  status: '',
  documents: [],
  fields: {},
};

/** A file that goes along, or is added to a caregiver. `typeExtId`: its type in the system that gets it. */
export type SentDocument = {
  readonly typeExtId: string;
  readonly name: string;
  readonly fileName: string;
  readonly content: Uint8Array;
};

/** A submission as a destination gets it. Degree, specialty and fields are the destination's own ids. */
export type SentSubmission = {
  /** Unique for the submission; stored at the destination where it has a field for it. */
  readonly reference: string;
  /** The destination's number of the job; '' if the caregiver alone is put forward. */
  readonly providerJobId: string;
  /** The caregiver's id at the destination; null if it has to be made there first. */
  readonly extCaregiverId: string | null;
  readonly caregiver: ReadCaregiver;
  readonly degreeExtId: string;
  readonly specialtyExtId: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly documents: readonly SentDocument[];
};

/** What a destination shows of a submission. `at`: UTC ISO instant of the status; null if it gives none. */
export type ShownSubmission = {
  readonly extId: string;
  readonly extCaregiverId: string;
  readonly status: string;
  readonly at: string | null;
};

/** A submission with the job and caregiver that it is for, as a list of them shows it. */
export type ListedSubmission = ShownSubmission & { readonly providerJobId: string };

/** What a webhook says. It is unsigned, so it is only a hint: what counts is what is read after it. */
export type WebhookHint = { readonly extId: string; readonly providerJobId: string; readonly extCaregiverId: string };

/** A submission that a person made in an ATS. `jobExtId`: the id of the job order there. */
export type AtsSubmission = { readonly id: string; readonly caregiverId: string; readonly jobExtId: string };

/** The submissions that people make in an ATS. */
export type AtsSubmissions = {
  /**
   * The ids that the subscription `name` reports after `since`, and how far it was read now. `since` null: it is made, or made again, and
   * reports what comes next. An empty `since` in the answer: events since the last reading were lost, so it has to be made again.
   */
  events(name: string, since: string | null): Promise<Answer<{ readonly ids: readonly string[]; readonly since: string }>>;
  /** The ids of the submissions that were made there since a time, oldest first. */
  madeSince(at: Date): Promise<Answer<readonly string[]>>;
  /** Null as a value: it is not there, or it was deleted. */
  read(id: string): Promise<Answer<AtsSubmission | null>>;
  /** Writes texts to its fields, by their names in the ATS. Repeating it has no further effect. */
  write(id: string, fields: Readonly<Record<string, string>>): Promise<Answer<null>>;
};

/** Fields of a caregiver that a destination may require. */
export type CaregiverField = 'firstName' | 'lastName' | 'email' | 'phone' | 'degree' | 'specialty';

/** What a destination takes along with a submission: the longest file in bytes, and the most files. */
type DocumentLimits = { readonly bytes: number; readonly count: number };

/**
 * What a system can do for submissions. A capability that it lacks, or that no public document describes, is null: screens name it, and
 * nothing is made up in its place.
 */
export type SubmissionAdapter = {
  /** Whether the system accepts the stored credentials. */
  readonly checkCredentials: (() => Promise<Answer<null>>) | null;
  readonly searchCaregivers: ((filter: CaregiverFilter, most: number) => Promise<Answer<readonly FoundCaregiver[]>>) | null;
  readonly readCaregiver: ((caregiverId: string) => Promise<Answer<ReadCaregiver | null>>) | null;
  readonly readDocument: ((caregiverId: string, documentId: string) => Promise<Answer<Uint8Array>>) | null;
  /** Adds a file to a caregiver and returns the system's id of it. Repeating it adds another one. */
  readonly addDocument: ((caregiverId: string, document: SentDocument) => Promise<Answer<string>>) | null;
  /** Kinds of lists that the system has, each with its reading. `objectId`: the dictionary, 0 for other kinds. */
  readonly lists: {
    readonly kinds: readonly SubmissionListKind[];
    readonly dictionaries: readonly number[];
    read(kind: SubmissionListKind, objectId: number): Promise<Answer<readonly ListedEntry[]>>;
  } | null;
  /** The ids of the caregivers with this email address at the destination: more than one needs a person. */
  readonly findCaregiver: ((email: string) => Promise<Answer<readonly string[]>>) | null;
  readonly makeCaregiver: ((submission: SentSubmission) => Promise<Answer<string>>) | null;
  readonly submit: ((submission: SentSubmission) => Promise<Answer<ShownSubmission>>) | null;
  /** Looks a submission up after a lost answer. Null as a value: it is certainly not there. */
  readonly lookUp: ((submission: SentSubmission) => Promise<Answer<ShownSubmission | null>>) | null;
  readonly status: ((extId: string) => Promise<Answer<ShownSubmission | null>>) | null;
  /** Subscribes to events of submissions, or registers the address of a webhook. Returns the system's id of it. */
  readonly listen: ((name: string, address: string) => Promise<Answer<string>>) | null;
  /** All submissions that a destination shows, for the schedule. A refusal: it shows none, so nothing can be looked up. */
  readonly submissions?: () => Promise<Answer<readonly ListedSubmission[]>>;
  /** Reads the body of a webhook; null if it is none of this system. */
  readonly readHint?: (body: unknown) => WebhookHint | null;
  /** What a destination requires of a caregiver, and how much it takes along. */
  readonly required?: readonly CaregiverField[];
  readonly documentLimits?: DocumentLimits;
  /** The dictionaries from which a submission takes values. Each value is sent under the name of its field. */
  readonly dictionaries?: readonly SentDictionary[];
  /** A person's own sign-in can send submissions: it is an account of this system like that of the target. */
  readonly signIns?: true;
  /** The sign-in that it was opened with; absent for the account of the target. */
  readonly account?: string;
  readonly ats?: AtsSubmissions;
};

/** A dictionary that a destination takes a value from. `objectId`: of `dictionaryObjects`. */
export type SentDictionary = { readonly objectId: number; readonly field: string; readonly isRequired: boolean };

/** An adapter that can do nothing. Each system adds what it can. */
export const noCapability: SubmissionAdapter = {
  checkCredentials: null,
  searchCaregivers: null,
  readCaregiver: null,
  readDocument: null,
  addDocument: null,
  lists: null,
  findCaregiver: null,
  makeCaregiver: null,
  submit: null,
  lookUp: null,
  status: null,
  listen: null,
};

/** The stored connection of a submission target. Never logged. */
export type SubmissionConnection = {
  readonly customerId: number;
  readonly targetId: number;
  readonly orgKey: string;
  readonly secret: string;
  readonly site: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The username of the person whose sign-in it is; absent for the account of the target. */
  readonly account?: string;
};

/** What an adapter works with: calls through the check of outbound addresses, and the time. */
type AdapterTools = { readonly send: Send; readonly clock: Clock };

/** How connections to one system are opened. Nothing is sent yet. */
export type SubmissionConnector = (connection: SubmissionConnection, tools: AdapterTools) => SubmissionAdapter;
