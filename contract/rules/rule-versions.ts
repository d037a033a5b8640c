import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';
import { RuleRow } from '../rows/rule-rows.ts';

const RuleVersion = z.object({ version: z.number(), by: z.string(), at: Instant, words: z.string(), rule: RuleRow });

export const listRuleVersions = endpoint('GET /api/rules/versions/:cust/:ruleId', {
  about: 'The newest 500 versions of a rule, newest first: the rule, who saved it, when, and with which comment.',
  args: z.object({ cust: CustomerRef, ruleId: Id }),
  reply: newestOf(RuleVersion),
  fails: ['forbidden', 'not_found'],
  needs: 'rules.read',
  offline: 'cached',
  example: {
    total: 1,
    rows: [
      {
        version: 1,
        by: 'Ann Reyes',
        at: '2026-11-21T12:00:00.000Z',
        words: 'First try',
        rule: {
          id: 12,
          name: 'Cancel float pool jobs',
          source: '[Unit] contains float',
          actionType: 5,
          fieldId: null,
          variable: null,
          operand: null,
          table: null,
          workType: 1,
          sourceId: null,
          ord: 10,
          global: false,
          runOnExport: false,
          appliedToCancelledJobs: false,
          active: true,
          adminsOnly: false,
          disableAfterOn: null,
          deleted: false,
          version: 1,
          by: 'Ann Reyes',
          at: '2026-11-21T12:00:00.000Z',
        },
      },
    ],
  },
});

export const ruleVersionEndpoints = [listRuleVersions];
