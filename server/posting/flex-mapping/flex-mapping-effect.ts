import { flexProblems } from '#domain/posting/flex-mapping/flex-problems.ts';
import type { CommandEffects } from '#server/commands/effects.ts';
import { storedRow } from '#server/kit/db/rows.ts';

const places = { jobFields: 'jobFields', atsFields: 'atsFields', when: 'lines', give: 'lines' } as const;

/** Refuses a flex mapping that cannot say this. The fields of the ATS are checked by the form, which can read them. */
export const flexMappingEffect: CommandEffects['flexMapping.save.v1'] = {
  guard: async (tx, { customerId }, { id, ...flex }) => {
    const target = await storedRow(tx, customerId, 'target', id);
    const [first] = target ? flexProblems(flex, { typeId: target.row.typeId, atsFields: null }) : [];
    if (!first) return null;
    const message = first.line === null ? first.message : `Line ${first.line + 1}: ${first.message}`;
    return { code: 'invalid', field: places[first.at], message, conflicts: [] };
  },
  completes: 'none',
};
