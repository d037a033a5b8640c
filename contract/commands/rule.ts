import * as z from 'zod';
import { RowOrLocalId } from '../kit/ids.ts';
import { RuleDraft } from '../rows/rule-rows.ts';
import { CreatedRow } from './row-ids.ts';

/** Test cases whose changed result the sender has seen and accepts. */
const Accepts = z.array(RowOrLocalId).max(500).optional();

/** Arguments of the changes of business rules, by wire name. */
export const ruleCommandArgs = {
  /** Creates a rule or replaces all of it; `words` is the reason, stored with the version. */
  'rule.save.v1': CreatedRow.extend({ rule: RuleDraft, words: z.string().trim().max(500), accepts: Accepts }),
  'rule.activate.v1': CreatedRow.extend({ active: z.boolean(), accepts: Accepts }),
  'rule.delete.v1': CreatedRow.extend({ accepts: Accepts }),
  /** A restored rule is inactive. */
  'rule.restore.v1': CreatedRow,
  /** Removes a deleted rule for good. */
  'rule.purge.v1': CreatedRow,
} as const;
