import type { ChangeHeading, ChangeMessage } from '#contract/commands/change-messages.ts';
import type { CommandArgs } from '#contract/commands/commands.ts';
import type { JobRow, Ruled } from '#contract/rows/jobs.ts';
import { has, withFlag } from '#domain/jobs/flags.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { type Change, type Command, command } from '../kit/command.ts';
import { eachRow, keysOf } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { jobChange } from './job-change.ts';

type Bit = 'onHold' | 'hidden';
type BitName = 'job.hold.v1' | 'job.release.v1' | 'job.hide.v1' | 'job.show.v1';
type BitArgs = CommandArgs<BitName>;

type Spec = {
  readonly bit: Bit;
  readonly on: boolean;
  readonly heading: ChangeHeading;
  readonly message: 'holdJobs' | 'releaseJobs' | 'hideJobs' | 'showJobs';
  /** The command that sets the bit, and the one that clears it. */
  readonly sets: BitName;
  readonly clears: BitName;
};

/**
 * Builds a command that sets or clears one bit. It is idempotent, so nothing is compared [S5]. Setting the bit manually removes a
 * rule's mark, so that the bit stays when the rule no longer applies. Clearing it keeps the mark, so that the rule does not set
 * it again.
 */
export function bitCommand<N extends BitName>(name: N, { bit, on, heading, message, sets, clears }: Spec): Command<N> {
  return command<N, never>(name, {
    ...jobChange,
    heading,
    describe: ({ ids }: BitArgs, names): ChangeMessage => [message, { jobs: names.of('job', ids) }],
    needs: () => ['jobs.hold'],
    touches: ({ ids }: BitArgs) => keysOf('job', ids),
    compares: () => [],
    compared: {},
    onDrift: 'overwrite',
    apply: (rows, { ids, marks }: BitArgs) =>
      eachRow(rows, 'job', ids, (job) => {
        const ruled = ruledAfter(job, bit, on, marks);
        return has(job.chgMap, bit) === on && ruled === job.ruled
          ? job
          : { ...job, chgMap: withFlag(job.chgMap, bit, on), ruled };
      }),
    inverse: (_args: BitArgs, before) => {
      // If the bit did not change, only the rule's mark was replaced.
      const wasOn = ({ fields }: { fields: Partial<JobRow> }) => ('chgMap' in fields ? !on : on);
      const images = imagesOf('job', before);
      return [
        ...asBefore(
          sets,
          bit,
          images.filter((image) => wasOn(image)),
        ),
        ...asBefore(
          clears,
          bit,
          images.filter((image) => !wasOn(image)),
        ),
      ];
    },
  });
}

function ruledAfter(job: JobRow, bit: Bit, on: boolean, marks: Readonly<Record<string, Ruled>> | undefined): JobRow['ruled'] {
  const mark = marks?.[job.id];
  if (mark) return sameJson(mark, job.ruled[bit]) ? job.ruled : { ...job.ruled, [bit]: mark };
  if (marks || !on || !(bit in job.ruled)) return job.ruled;
  return Object.fromEntries(Object.entries(job.ruled).filter(([key]) => key !== bit));
}

/** The changes that restore the bit and the marks of rules. */
function asBefore(
  name: BitName,
  bit: Bit,
  images: readonly { readonly id: number; readonly fields: Partial<JobRow> }[],
): readonly Change[] {
  if (images.length === 0) return [];
  const marks = images.flatMap(({ id, fields }) => {
    const mark = fields.ruled?.[bit];
    return mark ? [[String(id), mark] as const] : [];
  });
  return [{ name, args: { ids: images.map(({ id }) => id), marks: Object.fromEntries(marks) } }];
}
