/** A job of an alert: what candidates read of it, and the ids of the ATS that its degree and specialty are mapped to. */
export type AlertJob = {
  readonly id: number;
  readonly providerJobId: string;
  readonly title: string;
  readonly city: string;
  readonly state: string;
  readonly specialty: string;
  readonly shift: string;
  /** `yyyy-MM-dd`, or blank. */
  readonly startDate: string;
  readonly degreeId: string | null;
  readonly specialtyId: string | null;
};

/** A candidate as the ATS has it at this moment. Never stored. */
export type Candidate = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** The mobile number as it was typed; blank if it was not asked for. */
  readonly mobile: string;
  readonly degreeIds: readonly string[];
  readonly specialtyIds: readonly string[];
  readonly city: string;
  readonly state: string;
  /** Wants no mass mail, by the ATS. */
  readonly optedOut: boolean;
  /** Agreed to text messages, by the ATS. */
  readonly agreedToSms: boolean;
};

/** By what jobs and candidates must match. Without any, every candidate gets every job. */
export type MatchBy = { readonly byDegree: boolean; readonly bySpecialty: boolean; readonly byPlace: boolean };

type Person = Pick<Candidate, 'degreeIds' | 'specialtyIds' | 'city' | 'state'>;
type Wanted = Pick<AlertJob, 'degreeId' | 'specialtyId' | 'city' | 'state'>;

/**
 * Whether a job suits a candidate: the degree, the specialty and the place that count are the candidate's. A job whose text is not mapped,
 * or that has no state, suits no one by it. The place is the state, and the city as well where both have one.
 */
export function suits(job: Wanted, person: Person, by: MatchBy): boolean {
  if (by.byDegree && !isAmong(job.degreeId, person.degreeIds)) return false;
  if (by.bySpecialty && !isAmong(job.specialtyId, person.specialtyIds)) return false;
  return !by.byPlace || isSamePlace(job, person);
}

const isAmong = (id: string | null, ids: readonly string[]): boolean => id !== null && ids.includes(id);

type Place = Pick<Candidate, 'city' | 'state'>;
const isSamePlace = (a: Place, b: Place): boolean => {
  const [states, cities] = [[a.state, b.state].map(plainName), [a.city, b.city].map(plainName)];
  if (states[0] === '' || states[0] !== states[1]) return false;
  return cities.includes('') || cities[0] === cities[1];
};

/** A name of a place without letter case, dots and wide spaces, and with `St` for `Saint`: as people write it differently. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[.\s'’-]+/g, ' ')
    .trim()
    .replaceAll(/\b(?:saint|fort|mount)\b/g, (word) => ({ saint: 'st', fort: 'ft', mount: 'mt' })[word] ?? word);

/** The jobs of an email to a candidate, in their order, at most `most`, and how many suit. */
export function jobsFor(
  jobs: readonly AlertJob[],
  person: Person,
  by: MatchBy,
  most: number,
): { readonly shown: readonly AlertJob[]; readonly all: number } {
  const suiting = jobs.filter((job) => suits(job, person, by));
  return { shown: suiting.slice(0, most), all: suiting.length };
}

/** An address as it counts: letter case and spaces around it do not. Undefined if it cannot be written to. */
export function mailAddressOf(email: string): string | undefined {
  const address = email.trim().toLowerCase();
  return /^[^\s@<>",;:()[\]\\]{1,64}@[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?\.[a-z]{2,}$/.test(address) && !address.includes('..')
    ? address
    : undefined;
}
