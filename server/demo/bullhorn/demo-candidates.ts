import { demoDegrees, demoSpecialties } from '../world/world.ts';
import { demoPdf } from './demo-pdf.ts';

const firstNames = ['Ada', 'Ben', 'Chloe', 'Dan', 'Elena', 'Femi', 'Grace', 'Hugo', 'Iris', 'Jo'];
const lastNames = [
  'Abbott',
  'Brandt',
  'Castillo',
  'Diaz',
  'Ekberg',
  'Farrow',
  'Gallagher',
  'Hansen',
  'Ibarra',
  'Jensen',
  'Kowalski',
  'Lindqvist',
  'Moreau',
  'Novak',
  'Okafor',
  'Petrov',
  'Quinn',
  'Rossi',
  'Silva',
  'Tanaka',
  'Ueda',
  'Vance',
  'Weber',
  'Xu',
  'Young',
  'Zapata',
  'Ashby',
  'Barlow',
  'Crane',
  'Dunn',
];
const middleNames = ['', 'Lee', '', 'Marie', '', 'James', ''];
const places = [
  { city: 'Houston', state: 'TX' },
  { city: 'Sacramento', state: 'CA' },
  { city: 'Tampa', state: 'FL' },
  { city: 'Albany', state: 'NY' },
  { city: 'Spokane', state: 'WA' },
];
const day = 86_400_000;

/**
 * Candidates of the demo, at most 300, with one specialty and its degree each. Their addresses lead nowhere. One of ten wants no mass mail.
 * Tests that look at all of them use the first 40.
 */
export const demoCandidates = (count = 40) =>
  lastNames
    .flatMap((lastName, row) =>
      firstNames.map((firstName, column) => {
        const at = row * firstNames.length + column;
        const specialty = demoSpecialties[at % demoSpecialties.length];
        return {
          id: 70_001 + at,
          firstName,
          middleName: middleNames[at % middleNames.length] ?? '',
          lastName,
          email: `${firstName}.${lastName}@candidates.example`.toLowerCase(),
          phone: `555-01${String(at % 100).padStart(2, '0')}`,
          dateOfBirth: Date.UTC(1970 + (at % 30), at % 12, 1 + (at % 28)),
          status: 'Active',
          isDeleted: false,
          massMailOptOut: at % 10 === 9,
          categories: specialty ? [specialty.degreeId] : [],
          specialties: specialty ? [specialty.id] : [],
          // Numbers that are kept free for examples. One of four did not agree to text messages.
          mobile: `(${775 + Math.floor(at / 100)}) 555-01${String(at % 100).padStart(2, '0')}`,
          smsOptIn: at % 4 !== 3,
          address: places[at % places.length],
        };
      }),
    )
    .slice(0, count);

/** Names of degrees and specialties, for the fields that show them. */
export const nameOfTerm = (list: string, id: number): string =>
  (list === 'categories' ? demoDegrees : demoSpecialties).find((term) => term.id === id)?.name ?? '';

export type CandidateFile = {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly contentType: string;
  readonly contentSubType: string;
  readonly bytes: Buffer;
};
type Certification = {
  readonly id: number;
  readonly candidate: { readonly id: number };
  readonly certification: { readonly name: string };
  readonly dateExpiration: number;
};

/** Kinds of documents of the demo; every so many candidates lack it. */
export const demoDocumentTypes = [
  { name: 'Resume', lackedBy: Number.POSITIVE_INFINITY },
  { name: 'License', lackedBy: 10 },
  { name: 'Skills Checklist', lackedBy: 7 },
  { name: 'BLS Card', lackedBy: 5 },
] as const;

/** Files of candidates, made when they are first asked for. Every thirteenth license has expired. Tests put their own here. */
export class CandidateFiles {
  readonly #own = new Map<number, readonly CandidateFile[]>();
  readonly certifications: Certification[] = demoCandidates(300).flatMap(({ id }, at) =>
    ['License', 'BLS Card'].map((name, nth) => ({
      id: id * 10 + nth,
      candidate: { id },
      certification: { name },
      dateExpiration: Date.UTC(at % 13 === 12 ? 2024 : 2099, 5, 30) + (at % 28) * day,
    })),
  );

  of(candidateId: number): readonly CandidateFile[] {
    return this.#own.get(candidateId) ?? demoFiles(candidateId);
  }

  set(candidateId: number, files: readonly CandidateFile[]): void {
    this.#own.set(candidateId, files);
  }

  /** Adds a file and returns its id, which no other file of the candidate has. */
  add(candidateId: number, file: Omit<CandidateFile, 'id'>): number {
    const held = this.of(candidateId);
    const id = Math.max(candidateId * 10 + demoDocumentTypes.length, ...held.map((one) => one.id)) + 1;
    this.set(candidateId, [...held, { ...file, id }]);
    return id;
  }
}

const demoFiles = (candidateId: number): CandidateFile[] =>
  demoDocumentTypes.flatMap(({ name, lackedBy }, at) =>
    candidateId % lackedBy === 3
      ? []
      : [
          {
            id: candidateId * 10 + at,
            name: `${name}.pdf`,
            type: name,
            contentType: 'application',
            contentSubType: 'pdf',
            bytes: demoPdf(`${name} of candidate ${candidateId} in the demo`),
          },
        ],
  );
