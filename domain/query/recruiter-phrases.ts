// Phrases that recruiters type, with the rows that each must give. The same table runs over the plain reference of `domain`, the
// device's grid and the rows of the service.

/** Today in every phrase: a Monday. */
export const phraseToday = '2026-11-23';

type PhraseJob = {
  readonly id: number;
  readonly title: string;
  readonly degree: string;
  readonly specialty: string;
  readonly shift: string;
  readonly facility: string;
  readonly city: string;
  readonly state: string;
  readonly billRate: number | null;
  readonly startDate: string | null;
  readonly durationDays: number;
  readonly hoursPerShift: number;
  readonly hoursPerWeek: number;
  readonly workType: 1 | 2 | 3;
  readonly isMapped: boolean;
  readonly asap: boolean;
};

const job = (
  id: number,
  [degree, specialty, shift]: readonly [string, string, string],
  [facility, city, state]: readonly [string, string, string],
  [billRate, startDate, durationDays]: readonly [number | null, string | null, number],
  over: Partial<PhraseJob> = {},
): PhraseJob => ({
  id,
  title: `Job ${id}`,
  degree,
  specialty,
  shift,
  facility,
  city,
  state,
  billRate,
  startDate,
  durationDays,
  hoursPerShift: 12,
  hoursPerWeek: 36,
  workType: 1,
  isMapped: false,
  asap: false,
  ...over,
});

export const phraseJobs: readonly PhraseJob[] = [
  job(1, ['RN', 'ICU', '3x12 Nights'], ['Mercy General', 'Dallas', 'TX'], [92, '2026-12-07', 91], { isMapped: true }),
  job(2, ['RN', 'Intensive Care', '3x12 Days'], ['Sutter Roseville', 'Sacramento', 'CA'], [110, '2026-11-30', 91]),
  job(3, ['RN', 'Med/Surg', 'Nights'], ['St. David’s', 'Austin', 'TX'], [78, '2026-12-14', 56], { isMapped: true }),
  job(4, ['LVN', 'LTC', 'Evenings'], ['Golden Years', 'Houston', 'TX'], [48, '2026-11-25', 91], {
    hoursPerShift: 8,
    hoursPerWeek: 40,
  }),
  job(5, ['LPN', 'Skilled Nursing Facility', 'Days'], ['Mercy Manor', 'Cleveland', 'OH'], [45, '2027-01-04', 28], {
    hoursPerShift: 8,
  }),
  job(6, ['CNA', 'Long Term Care', 'Noc'], ['Rose Villa', 'Portland', 'OR'], [32, '2026-12-21', 91], { isMapped: true }),
  job(7, ['RN', 'Labor and Delivery', 'Days'], ['Mount Sinai', 'New York', 'NY'], [95, '2027-01-11', 91]),
  job(8, ['Registered Nurse', 'Emergency Room', 'Night shift'], ['University', 'Newark', 'NJ'], [88, null, 91], { asap: true }),
  job(9, ['RN', 'OR', 'Days'], ['Truman Medical', 'Kansas City', 'MO'], [84, '2026-12-01', 91]),
  job(10, ['PT', 'Home Health', 'Days'], ['Maine Care', 'Portland', 'ME'], [62, '2027-02-01', 56], {
    workType: 3,
    hoursPerShift: 8,
  }),
  job(11, ['RN', 'Telemetry', 'Rotating'], ['Ochsner', 'New Orleans', 'LA'], [80, '2026-12-28', 91], { isMapped: true }),
  job(12, ['Surgical Technologist', 'OR', 'Evenings'], ['Tampa General', 'Tampa', 'FL'], [55, '2026-12-03', 91]),
  job(13, ['RN', 'NICU', 'Nights'], ['Harborview', 'Seattle', 'WA'], [120, '2027-03-01', 91]),
  job(14, ['RRT', 'Respiratory', 'Nights'], ['Carson Valley', 'Carson City', 'NV'], [null, '2026-11-27', 91], { workType: 2 }),
];

/** The phrase, and the ids of the jobs that it must give. */
export const recruiterPhrases: readonly (readonly [phrase: string, ids: readonly number[]])[] = [
  ['RN ICU CA', [2]],
  ['texas', [1, 3, 4]],
  ['TX', [1, 3, 4]],
  ['icu tx', [1]],
  ['tampa fl', [12]],
  ['new york', [7]],
  ['start:next month', [1, 3, 6, 9, 11, 12]],
  ['>80', [1, 2, 7, 8, 9, 13]],
  ['not mapped', [2, 4, 5, 7, 8, 9, 10, 12, 13, 14]],
  ['LTC OR SNF', [4, 5, 6]],
  ['icu nites', [1]],
  ['nurse in texas above 80 dollars starting next month', [1]],
  ['rn nights', [1, 3, 8, 13]],
  ['night shift rn', [1, 3, 8, 13]],
  ['noc', [1, 3, 6, 8, 13, 14]],
  ['nicu', [13]],
  ['icu or nicu', [1, 2, 13]],
  ['medsurg', [3]],
  ['med-surg nights', [3]],
  ['med surg texas', [3]],
  ['long term care', [4, 6]],
  ['snf', [5]],
  ['lvn', [4, 5]],
  ['lpn texas', [4]],
  ['l&d', [7]],
  ['labor and delivery ny', [7]],
  ['er nights', [8]],
  ['emergency department', [8]],
  ['or rn', [9]],
  ['RN OR MO', [9]],
  ['surg tech florida', [12]],
  ['pt home health', [10]],
  ['physical therapist', [10]],
  ['respiratory therapist nevada', [14]],
  ['tele', [11]],
  ['telemetry new orleans', [11]],
  ['kansas city', [9]],
  ['portland', [6, 10]],
  ['portland or', [6]],
  ['portland me', [10]],
  ['california or texas', [1, 2, 3, 4]],
  ['TX, CA', [1, 2, 3, 4]],
  ['tx/ca', [1, 2, 3, 4]],
  ['ny and nj jobs', [7, 8]],
  ['not texas', [2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]],
  ['-texas nights', [6, 8, 13, 14]],
  ['no nights', [2, 4, 5, 7, 9, 10, 11, 12]],
  ['not nights or evenings', [2, 5, 7, 9, 10, 11]],
  ['rn except california', [1, 3, 7, 8, 9, 11, 13]],
  ['above 80 dollars', [1, 2, 7, 8, 9, 13]],
  ['over $100', [2, 13]],
  ['$90+', [1, 2, 7, 13]],
  ['under 50', [4, 5, 6]],
  ['at least 90', [1, 2, 7, 13]],
  ['between 80 and 95', [1, 7, 8, 9, 11]],
  ['$80-$95', [1, 7, 8, 9, 11]],
  ['80 to 95 dollars an hour', [1, 7, 8, 9, 11]],
  ['more than 80/hr in texas', [1]],
  ['next month', [1, 3, 6, 9, 11, 12]],
  ['this month', [2, 4, 14]],
  ['starting within 2 weeks', [1, 2, 4, 9, 12, 14]],
  ['within the next 30 days', [1, 2, 3, 4, 6, 9, 12, 14]],
  ['starting in january', [5, 7]],
  ['starting after dec 15', [5, 6, 7, 10, 11, 13]],
  ['start before 12/1', [2, 4, 14]],
  ['january start', [5, 7]],
  ['13 weeks', [1, 2, 4, 6, 7, 8, 9, 11, 12, 13, 14]],
  ['8 week assignments', [3, 10]],
  ['40 hours', [4]],
  ['8 hour shifts', [4, 5, 10]],
  ['per diem', [10]],
  ['travel nurse nights', [1, 3, 8, 13]],
  ['perm', [14]],
  ['asap', [8]],
  ['asap er', [8]],
  ['state:TX OR state:CA', [1, 2, 3, 4]],
  ['state:texas rate:>80', [1]],
  ['state:TX,CA -is:unmapped', [1, 3]],
  ['mercy', [1, 5]],
  ['"mercy general"', [1]],
  ['mapped icu', [1]],
  ['not mapped in texas', [4]],
  ['show me all icu jobs', [1, 2]],
  ['jobs with nights in new york or new jersey', [8]],
  ['rose', [2, 6]],
  ['er/icu', [1, 2, 8]],
  ['rn/lpn texas', [1, 3, 4]],
  ['bill rate above 90', [1, 2, 7, 13]],
  ['min rate 92', [1, 2, 7, 13]],
  ['can i get icu jobs in texas?', [1]],
  ['rn - icu', [1, 2]],
  ['asap start', [8]],
];
