import { demoSpecialties } from '../world/world.ts';

const firstNames = ['Ada', 'Ben', 'Chloe', 'Dan', 'Elena', 'Femi', 'Grace', 'Hugo', 'Iris', 'Jo'];
const lastNames = ['Abbott', 'Brandt', 'Castillo', 'Diaz'];
const places = [
  { city: 'Houston', state: 'TX' },
  { city: 'Sacramento', state: 'CA' },
  { city: 'Tampa', state: 'FL' },
  { city: 'Albany', state: 'NY' },
  { city: 'Spokane', state: 'WA' },
];

/** Candidates of the demo, with one specialty and its degree each. Their addresses lead nowhere. One of ten wants no mass mail. */
export const demoCandidates = () =>
  lastNames.flatMap((lastName, row) =>
    firstNames.map((firstName, column) => {
      const at = row * firstNames.length + column;
      const specialty = demoSpecialties[at % demoSpecialties.length];
      return {
        id: 70_001 + at,
        firstName,
        lastName,
        email: `${firstName}.${lastName}@candidates.example`.toLowerCase(),
        status: 'Active',
        isDeleted: false,
        massMailOptOut: at % 10 === 9,
        categories: specialty ? [specialty.degreeId] : [],
        specialties: specialty ? [specialty.id] : [],
        // Numbers that are kept free for examples. One of four did not agree to text messages.
        mobile: `(775) 555-01${String(at).padStart(2, '0')}`,
        smsOptIn: at % 4 !== 3,
        address: places[at % places.length],
      };
    }),
  );
