import { demoSpecialties } from '../world/world.ts';

const firstNames = ['Ada', 'Ben', 'Chloe', 'Dan', 'Elena', 'Femi', 'Grace', 'Hugo', 'Iris', 'Jo'];
const lastNames = ['Abbott', 'Brandt', 'Castillo', 'Diaz'];
const states = ['TX', 'CA', 'FL', 'NY', 'WA'];

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
        address: { state: states[at % states.length] },
      };
    }),
  );
